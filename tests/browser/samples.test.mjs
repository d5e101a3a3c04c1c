// The programs of the code page, taken from the page and run as it says.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { createKey, signUp, stage, visit } from "./browser.mjs";
import { example, program } from "./service.mjs";

const { skip, service, browser } = await stage("the programs of the code page");
let page;
let key;

before(async () => {
  if (skip) {
    return;
  }
  page = await visit(browser, service);
  await signUp(page);
  key = await createKey(page, "programs");
  await page.goto("/dashboard/code");
});

/** Whether a command succeeds. */
function works(command) {
  try {
    execFileSync("sh", ["-c", command], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const python = process.env.TRANSVASE_PYTHON ?? "python3";
const programs = [
  ["curl", "convert.sh", "sh convert.sh", () => program("curl")],
  ["python", "convert.py", `${python} convert.py`, () => works(`${python} -c 'import requests'`)],
  ["c", "convert.c", "cc -Wall -Werror convert.c -lcurl -o convert && ./convert", () => works("echo '#include <curl/curl.h>' | cc -E -")],
  ["javascript", "convert.mjs", `${process.execPath} convert.mjs`, () => true],
];

for (const [id, file, command, isThere] of programs) {
  test(`the ${id} program converts a file`, { skip }, async (context) => {
    if (!isThere()) {
      console.log(`skipped: the ${id} program: what it needs is not installed`);
      context.skip("what it needs is not installed");
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), "transvase-sample-"));
    try {
      writeFileSync(join(folder, file), await page.locator(`#text-${id}`).textContent());
      copyFileSync(example("report.pdf"), join(folder, "report.pdf"));
      const run = (secret) => execFileSync("sh", ["-c", command], { cwd: folder, stdio: "pipe", env: { ...process.env, TRANSVASE_API_KEY: secret } });
      run(key);
      assert.equal(readFileSync(join(folder, "report.docx")).subarray(0, 4).toString("latin1"), "PK\x03\x04");
      rmSync(join(folder, "report.docx"));
      assert.throws(() => run("tvs_live_nothing"), "a refused program ends with a status of its own");
      // curl keeps the problem document where the file would be; the others keep nothing.
      assert.ok(id === "curl" || !existsSync(join(folder, "report.docx")));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
