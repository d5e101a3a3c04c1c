// Chromium, and the steps that many tests take in it.

import assert from "node:assert/strict";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { missing, program, start } from "./service.mjs";

export const password = "correct horse battery staple";

let visitors = 0;

/** A browser of the system. */
function launch() {
  const executablePath = program("chromium", "chromium-browser", "google-chrome");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** The service and the browser of one file's tests, ended after them; or `skip`, why there are none. */
export async function stage(what, settings) {
  const skip = missing(what);
  if (skip) {
    return { skip };
  }
  const service = await start(settings);
  const browser = await launch();
  after(async () => {
    await browser.close();
    await service.stop();
  });
  return { skip, service, browser };
}

/** A new visitor with cookies and an address of their own; `page.complaints` is what its console said. */
export async function visit(browser, service, settings = {}) {
  visitors += 1;
  const { headers = {}, ...rest } = settings;
  const extraHTTPHeaders = { "X-Forwarded-For": `198.51.100.${visitors}`, ...headers };
  const context = await browser.newContext({ baseURL: service.base, acceptDownloads: true, extraHTTPHeaders, ...rest });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("console", (message) => {
    // A form that is refused answers with its own status, which Chromium reports as an error.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      page.complaints.push(message.text());
    }
  });
  return page;
}

/** Signs up; returns the address. */
export async function signUp(page, email = `visitor${visitors}@example.org`) {
  await page.goto("/signup");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.waitForURL(/\/dashboard(\?|$)/);
  return email;
}

/** Signs in. */
export async function signIn(page, email, secret = password) {
  await page.goto("/signin");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Makes a key through the page; returns it. */
export async function createKey(page, name) {
  await page.goto("/dashboard/keys");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  return page.locator("#key").textContent();
}

/** The status and the body of a look at the account with a key. */
export async function ask(service, key, path = "/api/account") {
  const answer = await fetch(service.base + path, { headers: { Authorization: `Bearer ${key}` } });
  return { status: answer.status, body: await answer.json() };
}

/** Holds a page to a quiet console. */
export function assertQuiet(page) {
  assert.deepEqual(page.complaints, []);
}
