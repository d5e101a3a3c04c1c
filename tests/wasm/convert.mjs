// Converts a file by the core in WebAssembly: node convert.mjs MODULE SOURCE RESULT TARGET [OPTION=VALUE ...]
import { readFileSync, writeFileSync } from "node:fs";

const [module, source, result, ...words] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const core = instance.exports;

function hand(buffer, bytes) {
  const place = core.room(buffer, bytes.length);
  new Uint8Array(core.memory.buffer, place, bytes.length).set(bytes);
}

hand(0, readFileSync(source));
hand(1, new TextEncoder().encode(words.join("\n")));
const code = core.convert();
const bytes = new Uint8Array(core.memory.buffer, core.result(), core.result_len());
if (code !== 0) {
  console.error(new TextDecoder().decode(bytes));
  process.exit(code);
}
writeFileSync(result, bytes);
