// The programs of the code page, taken from the page and run as it says.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
      const run = (secret) => spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8", env: { ...process.env, TRANSVASE_API_KEY: secret } });
      const done = run(key);
      assert.equal(done.status, 0, done.stderr);
      const result = readFileSync(join(folder, "report.docx"));
      assert.equal(result.subarray(0, 4).toString("latin1"), "PK\x03\x04");
      // A failure shows its problem, has a status of its own, and leaves an earlier result alone.
      const refused = run("tvs_live_nothing");
      assert.notEqual(refused.status, 0);
      assert.match(refused.stderr, /"code":"invalid_api_key"/);
      assert.deepEqual(readFileSync(join(folder, "report.docx")), result);
      rmSync(join(folder, "report.docx"));
      writeFileSync(join(folder, "report.pdf"), Uint8Array.of(0, 1, 2, 3));
      assert.match(run(key).stderr, /"code":"unsupported_source"/);
      const left = readdirSync(folder).filter((name) => name.startsWith("report.docx"));
      assert.deepEqual(left, [], "and writes none");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
