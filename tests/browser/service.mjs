// The service under test: the real program on a free port, with a scratch database.

import { spawn, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository, looked for upwards: the tests may run in a copy below `target/`. */
export const root = process.env.TRANSVASE_ROOT ?? (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "examples", "report.pdf"))) {
    if (folder === dirname(folder)) {
      throw new Error("the tests lie in no copy of the repository");
    }
    folder = dirname(folder);
  }
  return folder;
})();

/** A sample file of the repository. */
export const example = (name) => join(root, "examples", name);

const binary = process.env.TRANSVASE_BIN ?? join(root, "target", "debug", "transvase");

/** The path of a program; undefined where it is not installed. */
export function program(...names) {
  for (const name of names) {
    try {
      return execFileSync("which", [name], { stdio: ["ignore", "pipe", "ignore"] }).toString().trim();
    } catch {
      // The next name may be there.
    }
  }
  return undefined;
}

/** Why nothing can be tested here, as node's test runner takes it; false where it can. */
export function missing(what) {
  const why = !existsSync(binary) ? "the command line is not built" : !program("chromium", "chromium-browser", "google-chrome") ? "there is no Chromium" : "";
  if (why) {
    console.log(`skipped: ${what}: ${why}`);
  }
  return why || false;
}

/** Starts the service, with `flags` after the usual ones. */
export async function start({ allowSignup = true, flags = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "transvase-browser-"));
  const words = ["serve", "--listen", "127.0.0.1:0", "--database", `sqlite:${join(folder, "service.db")}`];
  // Each browser of the tests says its own address, so that one's attempts are not another's.
  const usual = [...(allowSignup ? ["--allow-signup"] : []), "--trusted-proxies", "127.0.0.1", "--rate-per-account", "0", "--workers", "1"];
  const child = spawn(binary, [...words, ...usual, ...flags], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const service = { base: "", log: "", folder };
  child.stderr.on("data", (bytes) => { service.log += bytes; });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  service.base = await Promise.race([address(child), ended.then((code) => {
    throw new Error(`the service ended with ${code}: ${service.log}`);
  })]);
  service.stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return service;
}

/** The base URL from the line that the service prints once it listens. */
function address(child) {
  return new Promise((resolve) => {
    let text = "";
    child.stdout.on("data", (bytes) => {
      text += bytes;
      const line = text.match(/^listening on (http:\/\/\S+)$/m);
      if (line) {
        resolve(line[1]);
      }
    });
  });
}
