// Jobs: from the page to their result, watched, cancelled, and out of strangers' reach.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ask, assertQuiet, createKey, signUp, stage, visit } from "./browser.mjs";
import { longPdf } from "./pdf.mjs";
import { example } from "./service.mjs";

const { skip, service, browser } = await stage("jobs in the dashboard");

async function begin(page, file, target) {
  await page.goto("/dashboard/jobs");
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByLabel("Convert to").selectOption(target);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("The job was accepted.").waitFor();
}

/** The state of the page's one job, once it is so. */
function state(page, word) {
  return page.locator("#job-rows .state", { hasText: word }).waitFor();
}

/** Makes a job with a key; its document. */
async function order(key) {
  const body = new FormData();
  body.append("file", new Blob([readFileSync(example("photo.jpg"))]), "photo.jpg");
  body.append("to", "png");
  const headers = { Authorization: `Bearer ${key}` };
  return (await fetch(`${service.base}/api/jobs`, { method: "POST", headers, body })).json();
}

test("signing up, a key, a job, its progress, its result, a new key", { skip }, async () => {
  const page = await visit(browser, service);
  await signUp(page);
  const key = await createKey(page, "robot");
  await begin(page, { name: "long.pdf", mimeType: "application/pdf", buffer: longPdf(100) }, "docx");
  await state(page, /^(queued|running)/);
  await state(page, "succeeded");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /^Download/ }).click()]);
  assert.equal(file.suggestedFilename(), "long.docx");
  assert.equal(readFileSync(await file.path()).subarray(0, 4).toString("latin1"), "PK\x03\x04");
  assert.equal((await ask(service, key)).body.credits, 199);

  const { id } = await order(key);
  await page.goto("/dashboard/keys");
  await page.getByRole("link", { name: "Rotate the key robot" }).click();
  await page.getByLabel("Not at all").check();
  await page.getByRole("button", { name: "Rotate the key" }).click();
  const second = await page.locator("#key").textContent();
  assert.equal((await ask(service, key, `/api/jobs/${id}`)).status, 401);
  assert.equal((await ask(service, second, `/api/jobs/${id}`)).body.id, id, "jobs belong to the account");
  await page.goto("/dashboard");
  assert.equal(await page.getByRole("row", { name: /PDF → DOCX/ }).count() > 0, true);
  assertQuiet(page);
});

test("a job is watched and cancelled", { skip }, async () => {
  const page = await visit(browser, service);
  await signUp(page);
  const key = await createKey(page, "robot");
  await begin(page, { name: "long.pdf", mimeType: "application/pdf", buffer: longPdf(300) }, "docx");
  await state(page, "running");
  await page.getByRole("button", { name: /^Cancel/ }).click();
  await page.getByText("The job is gone.").waitFor();
  await state(page, "cancelled");
  assert.equal((await ask(service, key)).body.credits, 200);
  await page.getByRole("button", { name: /^Forget/ }).click();
  await page.getByText("There is none.").waitFor();
  assertQuiet(page);
});

test("a job that fails says its code", { skip }, async () => {
  const page = await visit(browser, service);
  await signUp(page);
  await begin(page, { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nnothing") }, "docx");
  await state(page, "failed");
  await page.getByRole("link", { name: "corrupt_file" }).click();
  assert.match(page.url(), /\/errors\/corrupt_file$/);
});

test("another account's jobs are out of reach", { skip }, async () => {
  const owner = await visit(browser, service);
  await signUp(owner);
  const key = await createKey(owner, "robot");
  const { id } = await order(key);
  const other = await visit(browser, service);
  await signUp(other);
  assert.equal((await other.goto(`/dashboard/jobs/${id}/result`)).status(), 404);
  await other.goto("/dashboard/keys");
  const csrf = await other.locator("[name=csrf]").first().inputValue();
  const status = await other.evaluate(async ([path, csrf]) => {
    return (await fetch(path, { method: "POST", body: new URLSearchParams({ csrf }) })).status;
  }, [`/dashboard/jobs/${id}/remove`, csrf]);
  assert.equal(status, 404);
  assert.equal((await ask(service, key, `/api/jobs/${id}`)).status, 200);
});
