// From signing up to a revoked key.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, assertQuiet, createKey, password, signIn, signUp, stage, visit } from "./browser.mjs";

const { skip, service, browser } = await stage("keys in the dashboard");

test("a key is shown once and works", { skip }, async () => {
  const page = await visit(browser, service);
  await signUp(page);
  assert.match(await page.getByRole("status").first().textContent(), /Your account is ready/);
  const key = await createKey(page, "laptop");
  assert.match(key, /^tvs_live_[0-9A-Za-z]{38}$/);
  assert.equal((await ask(service, key)).status, 200);

  await page.reload();
  assert.equal(await page.locator("#key").count(), 0);
  assert.ok(!(await page.content()).includes(key));
  const listed = await page.getByRole("row", { name: /laptop/ }).textContent();
  assert.ok(listed.includes(`${key.slice(0, 13)}…${key.slice(-4)}`), listed);
  assertQuiet(page);
});

test("a key is copied by its button", { skip }, async () => {
  const page = await visit(browser, service, { permissions: ["clipboard-read", "clipboard-write"] });
  await signUp(page);
  const key = await createKey(page, "copied");
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key);
});

test("a rotated key works through its grace, and not without one", { skip }, async () => {
  const page = await visit(browser, service);
  await signUp(page);
  const first = await createKey(page, "robot");

  await page.getByRole("link", { name: "Rotate the key robot" }).click();
  await page.getByLabel("For 1 hour").check();
  await page.getByRole("button", { name: "Rotate the key" }).click();
  const second = await page.locator("#key").textContent();
  assert.notEqual(second, first);
  assert.equal((await ask(service, first)).status, 200);
  assert.equal((await ask(service, second)).status, 200);
  assert.equal(await page.getByText("replaced").count(), 1);

  await page.getByRole("link", { name: "Rotate the key robot" }).click();
  await page.getByLabel("Not at all").check();
  await page.getByRole("button", { name: "Rotate the key" }).click();
  const third = await page.locator("#key").textContent();
  assert.equal((await ask(service, second)).status, 401);
  assert.equal((await ask(service, third)).status, 200);
  assertQuiet(page);
});

test("a key is revoked after a question, at once", { skip }, async () => {
  const page = await visit(browser, service);
  await signUp(page);
  const key = await createKey(page, "lost");
  await page.getByRole("link", { name: "Revoke the key lost" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  assert.equal((await ask(service, key)).status, 200);
  await page.getByRole("link", { name: "Revoke the key lost" }).click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await page.getByText("no longer works.").waitFor();
  const refused = await ask(service, key);
  assert.deepEqual([refused.status, refused.body.code], [401, "revoked_api_key"]);
  assertQuiet(page);
});

test("a name or a day that cannot be is told beside the form", { skip }, async () => {
  const page = await visit(browser, service);
  await signUp(page);
  await page.goto("/dashboard/keys");
  // The browser's own checks are taken away to see the service's.
  await page.evaluate(() => { document.querySelector("form.row").noValidate = true; });
  await page.getByLabel("Name").fill("past");
  await page.getByLabel("Last day").fill("2020-01-01");
  await page.getByRole("button", { name: "Create key" }).click();
  assert.match(await page.getByRole("alert").textContent(), /day from today on/);
  await page.waitForFunction(() => document.activeElement.id === "expires");
  assert.equal(await page.getByLabel("Name").inputValue(), "past");
  assert.equal(await page.getByText("No key works at the moment").count(), 1);
});

test("another account's keys are out of reach", { skip }, async () => {
  const owner = await visit(browser, service);
  await signUp(owner);
  const key = await createKey(owner, "mine");
  const href = await owner.getByRole("link", { name: "Revoke the key mine" }).getAttribute("href");
  const other = await visit(browser, service);
  await signUp(other);
  await createKey(other, "theirs");
  assert.equal((await other.goto(href)).status(), 404);
  const csrf = await other.goto("/dashboard/keys").then(() => other.locator("[name=csrf]").first().inputValue());
  const status = await other.evaluate(async ([path, csrf]) => {
    return (await fetch(path, { method: "POST", body: new URLSearchParams({ csrf }) })).status;
  }, [href, csrf]);
  assert.equal(status, 404);
  assert.equal((await ask(service, key)).status, 200);
});

test("a wrong password and an unknown address get the same words", { skip }, async () => {
  const page = await visit(browser, service);
  const email = await signUp(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
  const words = [];
  for (const [address, secret] of [[email, "not the password"], ["nobody@example.org", password]]) {
    await signIn(page, address, secret);
    words.push(await page.getByRole("alert").textContent());
    await page.waitForFunction(() => document.activeElement.id === "password");
  }
  assert.equal(words[0], words[1]);
  await signIn(page, email);
  await page.waitForURL("**/dashboard");
});

test("signing in leads to the page that was asked for", { skip }, async () => {
  const page = await visit(browser, service);
  const email = await signUp(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/signin/);
  await page.goto("/dashboard/code");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard/code");
});
