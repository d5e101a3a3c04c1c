// What the dashboard refuses, and what it tells the browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, assertQuiet, createKey, password, signIn, signUp, stage, visit } from "./browser.mjs";
import { start } from "./service.mjs";

const { skip, service, browser } = await stage("the dashboard's defences");
let addresses = 0;

/** An address nobody has come from. */
function stranger() {
  addresses += 1;
  return `203.0.113.${addresses}`;
}

/** A request by hand: the first answer, not where it leads. */
function raw(path, { form, headers = {} } = {}) {
  const body = form && new URLSearchParams(form);
  return fetch(service.base + path, { method: form ? "POST" : "GET", body, redirect: "manual", headers });
}

/** A visit by hand: its cookies and the token of its forms. */
async function enter(headers) {
  const answer = await raw("/signup", { headers });
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  const csrf = (await answer.text()).match(/name="csrf" value="([0-9a-f]+)"/)[1];
  return { cookie, csrf };
}

/** Signs up by hand over TLS, as a proxy says; returns the answer. */
async function signUpByHand(email, headers) {
  const { cookie, csrf } = await enter(headers);
  const all = { ...headers, Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
  return raw("/signup", { form: { csrf, email, password }, headers: all });
}

test("cookies have every flag, over TLS with the __Host- prefix", { skip }, async () => {
  const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-For": stranger() };
  const secure = await signUpByHand("secure@example.org", headers);
  assert.equal(secure.status, 303);
  const [session] = secure.headers.getSetCookie().filter((line) => line.includes("session="));
  assert.match(session, /^__Host-session=[0-9a-f]{64}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);
  // The same token under the name of plain HTTP opens nothing over TLS.
  const token = session.match(/=([0-9a-f]{64})/)[1];
  const opened = await raw("/dashboard", { headers: { ...headers, Cookie: `__Host-session=${token}` } });
  const closed = await raw("/dashboard", { headers: { ...headers, Cookie: `session=${token}` } });
  assert.deepEqual([opened.status, closed.status], [200, 303]);
});

test("a script cannot read the session", { skip }, async () => {
  const page = await visit(browser, service);
  await signUp(page);
  const [cookie] = (await page.context().cookies()).filter((one) => one.name === "session");
  assert.deepEqual([cookie.httpOnly, cookie.sameSite, cookie.path, cookie.value.length], [true, "Lax", "/", 64]);
  assert.equal(await page.evaluate(() => document.cookie), "");
});

test("every page says what it may do", { skip }, async () => {
  for (const path of ["/signin", "/signup", "/dashboard", "/setup/0", "/static/style.css", "/"]) {
    const { headers } = await raw(path);
    assert.equal(
      headers.get("content-security-policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      path,
    );
    assert.equal(headers.get("x-content-type-options"), "nosniff", path);
    assert.equal(headers.get("referrer-policy"), "same-origin", path);
    assert.equal(headers.get("cache-control"), path.startsWith("/static/") ? "no-cache" : "no-store", path);
  }
});

test("a change from another site is refused", { skip }, async () => {
  const headers = { "X-Forwarded-For": stranger() };
  const { cookie, csrf } = await enter(headers);
  const form = { csrf, email: "elsewhere@example.org", password };
  const from = (more) => raw("/signup", { form, headers: { ...headers, Cookie: cookie, ...more } });
  const foreign = [
    { "Sec-Fetch-Site": "cross-site", Origin: service.base },
    { "Sec-Fetch-Site": "same-site" },
    { Origin: "https://evil.example" },
    { Origin: "null" },
    {},
  ];
  for (const more of foreign) {
    assert.equal((await from(more)).status, 403, JSON.stringify(more));
  }
  assert.equal((await from({ Origin: service.base })).status, 303);
});

test("a form without its token is refused", { skip }, async () => {
  const page = await visit(browser, service);
  await signUp(page);
  const other = await visit(browser, service);
  await signUp(other);
  await other.goto("/dashboard/keys");
  const foreign = await other.locator("[name=csrf]").first().inputValue();
  const post = (path, csrf) => page.evaluate(async ([path, csrf]) => {
    return (await fetch(path, { method: "POST", body: new URLSearchParams({ csrf, name: "forged" }) })).status;
  }, [path, csrf]);
  for (const path of ["/dashboard/keys", "/dashboard/account/signout", "/dashboard/account/password", "/dashboard/account/delete", "/signout"]) {
    for (const csrf of ["", "0".repeat(64), foreign]) {
      assert.equal(await post(path, csrf), 403, path);
    }
  }
  await page.goto("/dashboard/keys");
  assert.equal(await page.getByText("forged").count(), 0);
});

test("a conversion without its token is refused", { skip }, async () => {
  const page = await visit(browser, service);
  await signUp(page);
  const convert = (fields) => page.evaluate(async (fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      body.append(name, value);
    }
    body.append("file", new Blob(["x"]), "x.png");
    return (await fetch("/dashboard/try", { method: "POST", body })).status;
  }, fields);
  for (const fields of [{ to: "png" }, { to: "png", csrf: "0".repeat(64) }]) {
    const status = await convert(fields);
    assert.ok(status === 400 || status === 403, String(status));
  }
  const detected = await page.evaluate(async () => (await fetch("/dashboard/try/detect", { method: "POST", body: "x" })).status);
  assert.equal(detected, 403);
});

test("signing in renews the session, and signing out ends it", { skip }, async () => {
  const page = await visit(browser, service);
  const email = await signUp(page);
  const token = async () => (await page.context().cookies()).find((one) => one.name === "session")?.value;
  const first = await token();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/signin/);
  assert.equal(await token(), undefined);
  assert.equal((await raw("/dashboard", { headers: { Cookie: `session=${first}` } })).status, 303);
  await signIn(page, email);
  await page.waitForURL("**/dashboard");
  assert.notEqual(await token(), first);
});

test("a new password ends every other session", { skip }, async () => {
  const here = await visit(browser, service);
  const email = await signUp(here);
  const there = await visit(browser, service);
  await signIn(there, email);
  await there.waitForURL("**/dashboard");

  await here.goto("/dashboard/account");
  await here.getByLabel("Present password").fill("not the password");
  await here.getByLabel("New password").fill("another horse, another staple");
  await here.getByRole("button", { name: "Change the password" }).click();
  assert.match(await here.getByRole("alert").textContent(), /not your password/);
  await here.getByLabel("Present password").fill(password);
  await here.getByLabel("New password").fill("another horse, another staple");
  await here.getByRole("button", { name: "Change the password" }).click();
  await here.getByText("Your password was changed.").waitFor();

  await here.goto("/dashboard/keys");
  assert.match(here.url(), /\/dashboard\/keys$/);
  await there.goto("/dashboard/keys");
  assert.match(there.url(), /\/signin/);
  await signIn(there, email);
  await there.getByRole("alert").waitFor();
  await signIn(there, email, "another horse, another staple");
  await there.waitForURL("**/dashboard");
  assertQuiet(here);
});

test("an account is deleted with its password", { skip }, async () => {
  const page = await visit(browser, service);
  const email = await signUp(page);
  const key = await createKey(page, "last");
  await page.goto("/dashboard/account");
  await page.getByRole("link", { name: "Delete the account" }).click();
  assert.match(await page.getByRole("main").textContent(), /address .*@example.org.*its key, which still works, is deleted.*history.*ledger/s);
  await page.getByLabel("Your password").fill("not the password");
  await page.getByRole("button", { name: "Delete the account" }).click();
  assert.match(await page.getByRole("alert").textContent(), /not your password/);
  assert.equal((await ask(service, key)).status, 200, "nothing has happened");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Delete the account" }).click();
  await page.getByText("Your account was deleted.").waitFor();
  assert.equal((await ask(service, key)).body.code, "invalid_api_key");
  await signIn(page, email);
  assert.match(await page.getByRole("alert").textContent(), /is wrong/);
  // The address is free again.
  await signUp(page, email);
  assertQuiet(page);
});

test("signing out everywhere ends every session", { skip }, async () => {
  const here = await visit(browser, service);
  const email = await signUp(here);
  const there = await visit(browser, service);
  await signIn(there, email);
  await there.waitForURL("**/dashboard");
  await there.goto("/dashboard/account");
  await there.getByRole("button", { name: "Sign out everywhere" }).click();
  await there.getByText("Every session of your account has ended").waitFor();
  await here.goto("/dashboard");
  assert.match(here.url(), /\/signin/);
});

test("guessing a password is slowed down, by address and by browser", { skip }, async () => {
  const attempt = async (email, ip) => {
    const headers = { "X-Forwarded-For": ip };
    const { cookie, csrf } = await enter(headers);
    const all = { ...headers, Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
    return raw("/signin", { form: { csrf, email, password: "a wrong password" }, headers: all });
  };
  const refusals = async (next) => {
    const answers = [];
    for (let count = 0; count < 14; count += 1) {
      answers.push(await attempt(...next(count)));
    }
    return answers.filter((answer) => answer.status === 429);
  };
  // From many addresses at one account, and from one address at many accounts. Ten attempts fit; one
  // more may have flowed in meanwhile.
  const one = await refusals(() => ["victim@example.org", stranger()]);
  assert.ok(one.length >= 2 && one.length <= 4, String(one.length));
  const ip = stranger();
  const many = await refusals((count) => [`victim${count}@example.org`, ip]);
  assert.ok(many.length >= 2 && many.length <= 4, String(many.length));
  assert.equal(many[0].headers.get("retry-after"), "12");
  assert.match(await many[0].text(), /Too many attempts/);
});

test("passwords that anyone would guess are refused", { skip }, async () => {
  const page = await visit(browser, service);
  await page.goto("/signup");
  await page.getByLabel("E-mail address").fill("guessable@example.org");
  await page.getByLabel("Password").fill("123456789012");
  await page.getByRole("button", { name: "Create the account" }).click();
  assert.match(await page.getByRole("alert").textContent(), /too easy to guess/);
  assert.equal(await page.getByLabel("E-mail address").inputValue(), "guessable@example.org");
  assert.equal(await page.getByLabel("Password").inputValue(), "");
});

test("what people type is text, not markup", { skip }, async () => {
  const page = await visit(browser, service);
  await signUp(page);
  const name = "<img src=x onerror=alert(1)>\"'&";
  await createKey(page, name);
  assert.equal(await page.getByRole("cell", { name, exact: true }).count(), 1);
  assert.equal(await page.locator("td img").count(), 0);
  assertQuiet(page);
});

test("the administrator's link works once, and its account sees the others", { skip }, async () => {
  const path = service.log.match(/\/setup\/[0-9a-zA-Z]+/)[0];
  const page = await visit(browser, service);
  await page.goto(path);
  await page.getByLabel("E-mail address").fill("administrator@example.org");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.waitForURL(/\/dashboard(\?|$)/);
  const late = await visit(browser, service);
  assert.equal((await late.goto(path)).status(), 404);

  await page.goto("/dashboard/accounts");
  await page.getByLabel("E-mail address").fill("employee@example.org");
  await page.getByLabel("First password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("The account was created.").waitFor();

  const employee = await visit(browser, service);
  await signIn(employee, "employee@example.org");
  await employee.waitForURL("**/dashboard");
  const key = await createKey(employee, "work");
  assert.equal((await employee.goto("/dashboard/accounts")).status(), 404);

  await page.getByLabel("Plan of employee@example.org").selectOption("paid");
  await page.getByRole("button", { name: "Set the plan of employee@example.org" }).click();
  await page.getByText("The plan was changed.").waitFor();
  assert.equal((await ask(service, key)).body.plan, "paid");

  await page.getByRole("button", { name: "Disable employee@example.org" }).click();
  await page.getByText("The account was disabled").waitFor();
  assert.equal((await ask(service, key)).status, 403);
  await employee.goto("/dashboard");
  assert.match(employee.url(), /\/signin/);
  await signIn(employee, "employee@example.org");
  assert.match(await employee.getByRole("alert").textContent(), /disabled/);
  assertQuiet(page);
});

test("without leave there is no signing up", { skip }, async () => {
  const closed = await start({ allowSignup: false });
  try {
    assert.equal((await fetch(`${closed.base}/signup`)).status, 404);
    assert.ok(!(await (await fetch(`${closed.base}/signin`)).text()).includes("/signup"));
  } finally {
    await closed.stop();
  }
});
