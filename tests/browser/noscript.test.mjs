// Everything without JavaScript.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ask, createKey, signIn, signUp, stage, visit } from "./browser.mjs";
import { example } from "./service.mjs";

const { skip, service, browser } = await stage("the dashboard without JavaScript");

const plain = () => visit(browser, service, { javaScriptEnabled: false });

test("an account and its keys", { skip }, async () => {
  const page = await plain();
  const email = await signUp(page);
  const first = await createKey(page, "plain");
  assert.equal((await ask(service, first)).status, 200);
  assert.equal(await page.getByRole("button", { name: "Copy" }).count(), 0);
  await page.getByRole("link", { name: "Rotate the key plain" }).click();
  await page.getByLabel("Not at all").check();
  await page.getByRole("button", { name: "Rotate the key" }).click();
  const second = await page.locator("#key").textContent();
  assert.equal((await ask(service, first)).status, 401);
  await page.getByRole("link", { name: "Revoke the key plain" }).click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  assert.equal((await ask(service, second)).status, 401);
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(page, email);
  await page.waitForURL("**/dashboard");
});

test("a conversion comes as a download", { skip }, async () => {
  const page = await plain();
  await signUp(page);
  await page.goto("/dashboard/try");
  await page.getByLabel("File", { exact: true }).setInputFiles(example("report.pdf"));
  await page.getByLabel("Convert to").selectOption("docx");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Convert" }).click()]);
  assert.equal(file.suggestedFilename(), "report.docx");
  assert.equal(readFileSync(await file.path()).subarray(0, 4).toString("latin1"), "PK\x03\x04");
  await page.goto("/dashboard");
  assert.match(await page.getByRole("row", { name: /PDF → DOCX/ }).last().textContent(), /converted/);
});

test("a failed conversion is a page with its code", { skip }, async () => {
  const page = await plain();
  await signUp(page);
  await page.goto("/dashboard/try");
  await page.getByLabel("File", { exact: true }).setInputFiles(example("photo.jpg"));
  await page.getByLabel("Convert to").selectOption("jpeg");
  await page.getByLabel("Byte limit").fill("20");
  await page.getByRole("button", { name: "Convert" }).click();
  await page.getByText("size_limit_unreachable").waitFor();
  await page.getByRole("link", { name: "size_limit_unreachable" }).click();
  assert.match(page.url(), /\/errors\/size_limit_unreachable$/);
  assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
});
