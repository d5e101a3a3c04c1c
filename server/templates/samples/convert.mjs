import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";

const form = new FormData();
form.append("file", await openAsBlob("report.pdf"), "report.pdf");
form.append("to", "docx");

const answer = await fetch("{{ base }}/api/convert", {
  method: "POST",
  headers: { Authorization: `Bearer ${process.env.{{ variable }}}` },
  body: form,
});

if (!answer.ok) {
  // A problem document: branch on its code, show its detail.
  console.error(await answer.text());
  process.exit(1);
}

await writeFile("report.docx", new Uint8Array(await answer.arrayBuffer()));
console.log("warnings:", answer.headers.get("Convert-Warnings") ?? "none");
