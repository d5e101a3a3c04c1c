// Every page, light and dark, on a desk and on a phone: axe finds nothing, nothing scrolls sideways.
// With TRANSVASE_SHOTS=FOLDER a picture of each is kept there.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { before, test } from "node:test";
import { assertQuiet, createKey, password, signUp, stage, visit } from "./browser.mjs";
import { example } from "./service.mjs";

const { skip, service, browser } = await stage("accessibility of the dashboard");
const axe = skip ? "" : readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const looks = [
  ["light", { colorScheme: "light", viewport: { width: 1280, height: 800 } }],
  ["dark", { colorScheme: "dark", viewport: { width: 1280, height: 800 } }],
  ["phone", { colorScheme: "light", viewport: { width: 320, height: 700 } }],
  ["phone-dark", { colorScheme: "dark", viewport: { width: 320, height: 700 } }],
];

let page;

before(async () => {
  if (skip) {
    return;
  }
  page = await visit(browser, service);
  // The first administrator sees every page there is.
  await page.goto(setupPath());
  await page.getByLabel("E-mail address").fill("administrator@example.org");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.waitForURL(/\/dashboard(\?|$)/);
  await live(page);
});

/** The path of the one-time link that the service prints at its start. */
function setupPath() {
  return service.log.match(/\/setup\/[0-9a-zA-Z]+/)[0];
}

/** What fills the pages: keys in every state, requests that went well and badly, another account. */
async function live(page) {
  await createKey(page, "old laptop");
  await page.getByRole("link", { name: "Revoke the key old laptop" }).click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await createKey(page, "batch jobs");
  await page.goto("/dashboard/keys");
  await page.getByRole("link", { name: "Rotate the key batch jobs" }).click();
  await page.getByRole("button", { name: "Rotate the key" }).click();
  const key = await createKey(page, "A key with a rather long name, as some people like them");
  const files = [["report.pdf", "docx"], ["report.pdf", "pdf"], ["photo.jpg", "png"], ["photo.jpg", "jpeg"], ["photo.jpg", "docx"], ["book.mobi", "pdf"]];
  for (const [name, to] of [...files, ...files.slice(0, 2), ["report.pdf", "nothing"]]) {
    const body = new FormData();
    body.append("file", new Blob([readFileSync(example(name))]), name);
    body.append("to", to);
    const answer = await fetch(`${service.base}/api/convert`, { method: "POST", headers: { Authorization: `Bearer ${key}` }, body });
    await answer.arrayBuffer();
  }
  // Jobs that go well and badly, so that the page has rows.
  for (const [name, to] of [["report.pdf", "docx"], ["photo.jpg", "pdf"]]) {
    const body = new FormData();
    body.append("file", new Blob([readFileSync(example(name)).subarray(0, to === "pdf" ? 400 : undefined)]), name);
    body.append("to", to);
    const job = await fetch(`${service.base}/api/jobs`, { method: "POST", headers: { Authorization: `Bearer ${key}` }, body });
    assert.equal(job.status, 202);
    await job.arrayBuffer();
  }
  const other = await visit(browser, service);
  await signUp(other, "someone.with.a.long.address@department.example.org");
}

async function assertAccessible(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const told = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" | ")}`);
  assert.deepEqual(told, [], name);
}

async function assertNarrow(page, name) {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= room, `${name} is ${wide} wide in ${room}`);
}

async function look(page, name) {
  await assertAccessible(page, name);
  await assertNarrow(page, name);
  if (process.env.TRANSVASE_SHOTS) {
    await page.screenshot({ path: join(process.env.TRANSVASE_SHOTS, `${name}.png`), fullPage: true });
  }
}

async function dress(page, settings) {
  await page.emulateMedia({ colorScheme: settings.colorScheme });
  await page.setViewportSize(settings.viewport);
}

for (const [word, settings] of looks) {
  test(`pages in ${word}`, { skip }, async () => {
    await dress(page, settings);
    for (const name of ["", "/keys", "/try", "/jobs", "/code", "/account", "/account/delete", "/accounts"]) {
      await page.goto(`/dashboard${name}`);
      await look(page, `${name.slice(1).replace("/", "-") || "overview"}-${word}`);
    }
    await page.goto("/dashboard");
    await page.getByText("The same as a table").click();
    await look(page, `overview-table-${word}`);
    await page.goto("/dashboard/keys");
    const revoke = page.getByRole("link", { name: /^Revoke the key/ }).first();
    const href = await revoke.getAttribute("href");
    await page.goto(href);
    await look(page, `revoke-${word}`);
    await page.goto(href.replace("revoke", "rotate"));
    await look(page, `rotate-${word}`);
    assertQuiet(page);
  });

  test(`states in ${word}`, { skip }, async () => {
    await dress(page, settings);
    await createKey(page, `shown-in-${word}-`.padEnd(60, "x"));
    await look(page, `new-key-${word}`);
    await page.goto("/dashboard/account");
    await page.evaluate(() => { document.querySelectorAll("form").forEach((form) => { form.noValidate = true; }); });
    await page.getByLabel("New password").fill("short");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByRole("alert").waitFor();
    await look(page, `account-error-${word}`);

    await page.goto("/dashboard/try");
    await page.getByText("More options", { exact: true }).click();
    // A name that nothing breaks may not widen the page.
    const name = `${"unbroken".repeat(9)}.pdf`;
    await page.getByLabel("File", { exact: true }).setInputFiles({ name, mimeType: "", buffer: readFileSync(example("report.pdf")) });
    await page.locator("#detected", { hasText: /^PDF, / }).waitFor();
    await page.getByLabel("Convert to").selectOption("docx");
    await look(page, `try-chosen-${word}`);
    await page.getByRole("button", { name: "Convert" }).click();
    await page.getByRole("heading", { name: "Done" }).waitFor();
    await look(page, `try-done-${word}`);
    await page.getByLabel("Byte limit").fill("1");
    await page.getByRole("button", { name: "Convert" }).click();
    await page.getByRole("alert").waitFor();
    await look(page, `try-problem-${word}`);
    assertQuiet(page);
  });

  test(`doors in ${word}`, { skip }, async () => {
    const stranger = await visit(browser, service, settings);
    await stranger.goto("/signin");
    await look(stranger, `signin-${word}`);
    await stranger.getByLabel("E-mail address").fill("nobody@example.org");
    await stranger.getByLabel("Password").fill("not a password at all");
    await stranger.getByRole("button", { name: "Sign in" }).click();
    await stranger.getByRole("alert").waitFor();
    await look(stranger, `signin-error-${word}`);
    await stranger.goto("/signup");
    await look(stranger, `signup-${word}`);
    await stranger.goto("/errors/unsupported_conversion");
    await look(stranger, `error-${word}`);
    await stranger.goto("/setup/0000");
    await look(stranger, `not-found-${word}`);
    assert.equal((await stranger.goto("/dashboard/nothing/at/all")).status(), 404);
    await stranger.getByRole("heading", { name: "Nothing here" }).waitFor();
    assertQuiet(stranger);
  });

  test(`a new account in ${word}`, { skip }, async () => {
    const newcomer = await visit(browser, service, settings);
    await signUp(newcomer, `newcomer-${word}@example.org`);
    await look(newcomer, `welcome-${word}`);
    await newcomer.goto("/dashboard/keys");
    await look(newcomer, `no-keys-${word}`);
    assertQuiet(newcomer);
  });
}
