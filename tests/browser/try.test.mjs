// The try-it page: by mouse, by keyboard, under a limit, watched, refused, and out of credits.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ask, assertQuiet, createKey, signUp, stage, visit } from "./browser.mjs";
import { longPdf } from "./pdf.mjs";
import { example } from "./service.mjs";

const { skip, service, browser } = await stage("the try-it page", { flags: ["--free-credits", "3"] });

async function tryPage() {
  const page = await visit(browser, service);
  await signUp(page);
  await page.goto("/dashboard/try");
  return page;
}

/** The targets of a format, as a program is told them. */
async function targetsOf(page, format) {
  const key = await createKey(await page.context().newPage(), "look");
  return (await ask(service, key, `/api/formats/${format}`)).body.to;
}

/** Drops a file on the page, as a hand does. */
async function drop(page, path, name) {
  const base64 = readFileSync(path).toString("base64");
  const transfer = await page.evaluateHandle(([base64, name]) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name));
    return transfer;
  }, [base64, name]);
  await page.dispatchEvent("#drop", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("#drop", "drop", { dataTransfer: transfer });
}

/** The bytes behind the download link, and the name it saves them under. */
async function download(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /^Download/ }).click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test("a dropped file is recognised by its bytes and converted", { skip }, async () => {
  const page = await tryPage();
  await drop(page, example("report.pdf"), "Quarter 3 – größer.bin");
  await page.locator("#detected", { hasText: /^PDF, .* KB$/ }).waitFor();
  const targets = await page.getByLabel("Convert to").locator("option").evaluateAll((all) => all.map((one) => one.value));
  // The targets are the routes of the service itself, as its interface lists them.
  assert.deepEqual(targets, await targetsOf(page, "pdf"));
  await page.getByLabel("Convert to").selectOption("docx");
  await page.getByRole("button", { name: "Convert" }).click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  await page.waitForFunction(() => document.activeElement.id === "result");
  const { name, bytes } = await download(page);
  assert.equal(name, "Quarter 3 – größer.docx");
  assert.equal(bytes.subarray(0, 4).toString("latin1"), "PK\x03\x04");
  assert.match(await page.locator("#credits").textContent(), /^2 credits left/);
  assertQuiet(page);
});

test("the keyboard alone is enough", { skip }, async () => {
  const page = await tryPage();
  const chooser = page.waitForEvent("filechooser");
  await page.getByLabel("File", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(example("photo.jpg"));
  await page.locator("#detected", { hasText: /^JPEG, / }).waitFor();
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.activeElement.id === "to");
  await page.keyboard.type("PNG");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Done" }).waitFor();
  const { name, bytes } = await download(page);
  assert.equal(name, "photo.png");
  assert.equal(bytes.subarray(1, 4).toString("latin1"), "PNG");
  assertQuiet(page);
});

test("a byte limit is kept", { skip }, async () => {
  const page = await tryPage();
  const source = readFileSync(example("photo.jpg"));
  const limit = Math.floor(source.length / 2);
  await page.getByLabel("File", { exact: true }).setInputFiles(example("photo.jpg"));
  await page.locator("#detected", { hasText: /^JPEG, / }).waitFor();
  await page.getByLabel("Convert to").selectOption("jpeg");
  await page.getByLabel("Byte limit").fill(String(limit));
  await page.getByRole("button", { name: "Convert" }).click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  const { bytes } = await download(page);
  assert.ok(bytes.length <= limit && bytes.length > 0, `${bytes.length} of ${limit}`);
  assert.match(await page.locator("#sizes").textContent(), /smaller/);
  assertQuiet(page);
});

test("a limit that cannot be met is answered with what can", { skip }, async () => {
  const page = await tryPage();
  await page.getByLabel("File", { exact: true }).setInputFiles(example("photo.jpg"));
  await page.locator("#detected", { hasText: /^JPEG, / }).waitFor();
  await page.getByLabel("Convert to").selectOption("jpeg");
  await page.getByLabel("Byte limit").fill("20");
  await page.getByRole("button", { name: "Convert" }).click();
  const problem = page.getByRole("alert");
  await problem.getByText("size_limit_unreachable").waitFor();
  assert.match(await problem.textContent(), /Set the limit to \d+ bytes/);
  assert.equal(await problem.getByRole("link").getAttribute("href"), "/errors/size_limit_unreachable");

  await page.getByText("More options", { exact: true }).click();
  await page.getByLabel("Give the smallest result").check();
  await page.getByRole("button", { name: "Convert" }).click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  assert.match(await page.locator("#warning-list").textContent(), /The byte limit could not be met/);
  assertQuiet(page);
});

test("progress is seen while it is made", { skip }, async () => {
  const page = await tryPage();
  await page.getByLabel("File", { exact: true }).setInputFiles({ name: "long.pdf", mimeType: "application/pdf", buffer: longPdf(300) });
  await page.locator("#detected", { hasText: /^PDF, / }).waitFor();
  await page.getByLabel("Convert to").selectOption("docx");
  await page.evaluate(() => {
    window.seen = [];
    const look = () => window.seen.push([document.getElementById("step").textContent, document.getElementById("bar").value]);
    new MutationObserver(look).observe(document.getElementById("progress"), { attributes: true, childList: true, characterData: true, subtree: true });
  });
  await page.getByRole("button", { name: "Convert" }).click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  const seen = await page.evaluate(() => window.seen);
  assert.ok(seen.some(([step]) => step.startsWith("Uploading ")), JSON.stringify(seen));
  // Words and parts that only the service's own events bring.
  const made = seen.filter(([step, share]) => /^(Reading|Rebuilding|Writing)/.test(step) && share > 0 && share < 1);
  assert.ok(made.length > 0, JSON.stringify(seen));
  assertQuiet(page);
});

test("warnings are sentences", { skip }, async () => {
  const page = await tryPage();
  await page.getByLabel("File", { exact: true }).setInputFiles(example("photo.jpg"));
  await page.locator("#detected", { hasText: /^JPEG, / }).waitFor();
  await page.getByLabel("Convert to").selectOption("jpeg");
  await page.getByLabel("Byte limit").fill("20");
  await page.getByText("More options", { exact: true }).click();
  await page.getByLabel("Give the smallest result").check();
  await page.getByRole("button", { name: "Convert" }).click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  const warnings = await page.locator("#warning-list li").allTextContents();
  const missed = warnings.find((line) => line.startsWith("The byte limit could not be met; the smallest result was returned. "));
  assert.match(missed ?? String(warnings), /returned\. [A-Z0-9].*20.*\.$/, "and how far");
  assert.equal(await page.locator("#faithful").isVisible(), false);
  // The overview remembers them.
  await page.goto("/dashboard");
  assert.match(await page.getByRole("row", { name: /JPEG, smaller/ }).last().textContent(), /The byte limit could not be met/);
});

test("a conversion that is cancelled costs nothing", { skip }, async () => {
  const page = await tryPage();
  await page.route(/\/dashboard\/try\?/, () => {
    // Never answered: the page waits until its button ends it.
  });
  await page.getByLabel("File", { exact: true }).setInputFiles(example("photo.jpg"));
  await page.locator("#detected", { hasText: /^JPEG, / }).waitFor();
  await page.getByRole("button", { name: "Convert" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("You cancelled the conversion.").waitFor();
  await page.goto("/dashboard");
  assert.equal(await page.locator(".figure .number").first().textContent(), "3");
});

test("noise is refused with its code", { skip }, async () => {
  const page = await tryPage();
  await page.getByLabel("File", { exact: true }).setInputFiles({ name: "noise.bin", mimeType: "", buffer: Buffer.from([0x13, 0x37, 0, 1]) });
  await page.getByText("of a format that is not known").waitFor();
  await page.getByRole("button", { name: "Convert" }).click();
  await page.getByRole("alert").getByText("unsupported_source").waitFor();
  assertQuiet(page);
});

test("without credits nothing is converted, and the page says why", { skip }, async () => {
  const page = await tryPage();
  for (const left of [2, 1, 0]) {
    await page.getByLabel("File", { exact: true }).setInputFiles(example("photo.jpg"));
    await page.locator("#detected", { hasText: /^JPEG, / }).waitFor();
    await page.getByLabel("Convert to").selectOption("jpeg");
    await page.getByRole("button", { name: "Convert" }).click();
    await page.getByText(`${left} credits left.`).waitFor();
  }
  await page.getByRole("button", { name: "Convert" }).click();
  await page.getByRole("alert").getByText("credits_exhausted").waitFor();
  await page.goto("/dashboard");
  assert.equal(await page.locator(".figure .number").first().textContent(), "0");
  const converted = await page.getByRole("row", { name: /JPEG, smaller/ }).first().textContent();
  assert.match(converted, /3/);
});
