// The try-it page with a script: recognises the file, offers its targets, follows the conversion.
"use strict";

const form = document.getElementById("try");
const part = (id) => document.getElementById(id);
const formats = JSON.parse(form.dataset.formats);
const sentences = JSON.parse(form.dataset.warnings);
const steps = {
  options: "Checking the options",
  detect: "Recognising the file",
  read: "Reading",
  transform: "Rebuilding the content",
  write: "Writing",
  fit: "Fitting the byte limit",
};

let running = null;
let lastUrl = null;

function bytesText(bytes) {
  const units = [[1e9, "GB"], [1e6, "MB"], [1e3, "KB"]];
  const [size, unit] = units.find(([size]) => bytes >= size) ?? [1, "B"];
  return size === 1 ? `${bytes} B` : `${(bytes / size).toFixed(1)} ${unit}`;
}

// Choosing a file

function byExtension(name) {
  const extension = name.split(".").pop().toLowerCase();
  return formats.find((format) => format.extensions.includes(extension));
}

async function recognise(file) {
  const head = file.slice(0, Number(form.dataset.lookBytes));
  const headers = { "X-CSRF-Token": form.dataset.csrf, "Content-Type": "application/octet-stream" };
  try {
    const answer = await fetch("/dashboard/try/detect", { method: "POST", headers, body: head });
    const { format } = await answer.json();
    return formats.find((known) => known.id === format) ?? byExtension(file.name);
  } catch {
    return byExtension(file.name);
  }
}

async function fileChosen() {
  const file = part("file").files[0];
  if (!file) {
    return;
  }
  const format = await recognise(file);
  if (file !== part("file").files[0]) {
    return;
  }
  part("detected").textContent = format
    ? `${format.name}, ${bytesText(file.size)}`
    : `${bytesText(file.size)}, of a format that is not known`;
  if (format) {
    offer(format);
  }
}

function offer(format) {
  const chosen = part("to").value;
  const options = format.targets.map((target) => {
    const label = target.is_same ? `${target.name}, made smaller` : target.name;
    return new Option(label, target.id, false, target.id === chosen);
  });
  part("to").replaceChildren(...options);
  part("to").dataset.source = format.id;
  offerOptions();
}

// Options of the target

function field(option) {
  const box = document.createElement("div");
  box.className = "field grow";
  const label = document.createElement("label");
  label.htmlFor = `option-${option.key}`;
  label.textContent = option.key.replaceAll("_", " ") + (option.unit ? ` (${option.unit})` : "");
  const input = control(option);
  input.id = label.htmlFor;
  input.dataset.option = option.key;
  const hint = document.createElement("p");
  hint.className = "hint";
  hint.id = `${label.htmlFor}-hint`;
  hint.textContent = option.doc.trim();
  input.setAttribute("aria-describedby", hint.id);
  box.append(label, input, hint);
  return box;
}

function control(option) {
  const choices = option.kind === "flag" ? ["true", "false"] : option.choices;
  if (choices.length === 0) {
    const input = document.createElement("input");
    input.type = option.kind === "number" ? "number" : "text";
    input.placeholder = option.default;
    return input;
  }
  const select = document.createElement("select");
  select.append(new Option(option.default ? `as it is: ${option.default}` : "as it is", ""));
  select.append(...choices.map((choice) => new Option(choice, choice)));
  return select;
}

function offerOptions() {
  const source = formats.find((format) => format.id === part("to").dataset.source);
  const target = source?.targets.find((target) => target.id === part("to").value);
  part("own-options").replaceChildren(...(target?.options ?? []).map(field));
}

function sayLimit() {
  const bytes = Number(part("max_bytes").value);
  part("max-hint").textContent = bytes > 0 ? `At most ${bytesText(bytes)}.` : "The result is never larger.";
}

// Converting

function body() {
  const data = new FormData();
  const values = new FormData(form);
  for (const [name, value] of values) {
    if (value !== "") {
      data.append(name, value);
    }
  }
  const own = [...form.querySelectorAll("[data-option]")].filter((input) => input.value !== "");
  if (own.length > 0) {
    data.append("options", JSON.stringify(Object.fromEntries(own.map((input) => [input.dataset.option, input.value]))));
  }
  return data;
}

function number() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function convert(event) {
  event.preventDefault();
  const file = part("file").files[0];
  if (!file || running) {
    return;
  }
  if (file.size > Number(form.dataset.uploadBytes)) {
    showProblem({
      code: "file_too_large",
      detail: `The file has ${bytesText(file.size)}; your plan takes ${bytesText(Number(form.dataset.uploadBytes))}.`,
    });
    return;
  }
  const id = number();
  const request = new XMLHttpRequest();
  request.open("POST", `/dashboard/try?progress=${id}`);
  request.responseType = "blob";
  request.setRequestHeader("Accept", "application/problem+json");
  request.upload.addEventListener("progress", (news) => {
    if (news.lengthComputable) {
      say(`Uploading ${bytesText(news.loaded)} of ${bytesText(news.total)}`, news.loaded / news.total);
    }
  });
  request.upload.addEventListener("load", () => say("Converting", null));
  request.addEventListener("load", () => answered(request, file));
  request.addEventListener("error", () => unanswered("The connection to the service was lost."));
  request.addEventListener("abort", () => unanswered("You cancelled the conversion."));
  begin(request, follow(id));
  request.send(body());
}

function begin(request, events) {
  running = { request, events };
  for (const id of ["result", "problem"]) {
    part(id).hidden = true;
  }
  part("progress").hidden = false;
  part("cancel").hidden = false;
  part("convert").disabled = true;
  say("Uploading", 0);
}

function end() {
  running.events.close();
  running = null;
  part("progress").hidden = true;
  part("cancel").hidden = true;
  part("convert").disabled = false;
}

function follow(id) {
  const events = new EventSource(`/dashboard/try/progress/${id}`);
  events.addEventListener("message", (message) => {
    const { stage, done, total } = JSON.parse(message.data);
    say(steps[stage] ?? stage, total > 0 ? done / total : null);
  });
  // The end, or a process that does not know the conversion: either way it is not asked for again.
  events.addEventListener("end", () => events.close());
  events.addEventListener("error", () => events.close());
  return events;
}

function say(step, share) {
  if (part("step").textContent !== step) {
    part("step").textContent = step;
  }
  if (share === null) {
    part("bar").removeAttribute("value");
  } else {
    part("bar").value = share;
  }
}

async function answered(request, file) {
  end();
  if (!request.responseURL.includes("/dashboard/try")) {
    location.assign("/signin");
    return;
  }
  if (request.status === 200) {
    showResult(request, file);
    return;
  }
  try {
    showProblem(JSON.parse(await request.response.text()));
  } catch {
    showProblem({ code: "", detail: `The service answered with status ${request.status}.` });
  }
}

function unanswered(sentence) {
  end();
  showProblem({ code: "", detail: sentence });
}

// The answer

function fileName(request, file) {
  const header = request.getResponseHeader("Content-Disposition") ?? "";
  const encoded = header.match(/filename\*=UTF-8''([^;]+)/i);
  const plain = header.match(/filename="([^"]*)"/i);
  return encoded ? decodeURIComponent(encoded[1]) : plain ? plain[1] : file.name;
}

function showResult(request, file) {
  const blob = request.response;
  const name = fileName(request, file);
  if (lastUrl) {
    URL.revokeObjectURL(lastUrl);
  }
  lastUrl = URL.createObjectURL(blob);
  part("download").href = lastUrl;
  part("download").download = name;
  part("download").textContent = `Download ${name}`;
  const change = Math.round((blob.size / file.size - 1) * 100);
  const words = change === 0 ? "the same size" : `${Math.abs(change)} % ${change < 0 ? "smaller" : "larger"}`;
  part("sizes").textContent = `${bytesText(file.size)} → ${bytesText(blob.size)}, ${words}`;
  showWarnings(JSON.parse(request.getResponseHeader("Convert-Warnings") ?? '{"count":0,"warnings":[]}'));
  const left = request.getResponseHeader("Credits-Remaining");
  part("credits").textContent = left === null ? "" : `${left} credits left.`;
  part("result").hidden = false;
  part("result").focus();
}

/** A loss: what its kind means, and behind it where it was and what it was. */
function loss(warning) {
  const line = document.createElement("li");
  line.textContent = sentences[warning.code] ?? warning.code;
  const particulars = [warning.place === "document" ? "" : warning.place, warning.message].filter((text) => text);
  if (particulars.length > 0) {
    const text = document.createElement("span");
    text.className = "dim";
    text.textContent = ` ${begun(particulars.join(": "))}.`;
    line.append(text);
  }
  return line;
}

function showWarnings({ count, warnings }) {
  const lines = warnings.map(loss);
  if (count > warnings.length) {
    const more = document.createElement("li");
    more.textContent = `And ${count - warnings.length} more.`;
    lines.push(more);
  }
  part("warning-list").replaceChildren(...lines);
  part("warnings").hidden = count === 0;
  part("faithful").hidden = count > 0;
}

function advice(problem) {
  if (problem.smallest_bytes) {
    const fewer = problem.smallest_with_resize
      ? ` With resize=auto it can have ${bytesText(problem.smallest_with_resize)}.`
      : "";
    return `Set the limit to ${problem.smallest_bytes} bytes (${bytesText(problem.smallest_bytes)}) or more, or take the smallest result under More options.${fewer}`;
  }
  if (problem.supported_targets) {
    return `This file can become: ${problem.supported_targets.join(", ")}.`;
  }
  if (problem.limit !== undefined) {
    return "That is more than your plan allows.";
  }
  return problem.retryable ? "Try again in a moment." : "";
}

/** The detail as a sentence; where the page has its own advice, without the one for programs. */
function sentence(problem) {
  const text = advice(problem) ? problem.detail.split("; ")[0] : problem.detail;
  return text.endsWith(".") ? begun(text) : `${begun(text)}.`;
}

function begun(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function showProblem(problem) {
  part("problem-detail").textContent = sentence(problem);
  part("problem-advice").textContent = advice(problem);
  part("problem-advice").hidden = advice(problem) === "";
  part("problem-code").textContent = problem.code;
  part("problem-code").href = `/errors/${problem.code}`;
  part("problem-code").parentElement.hidden = problem.code === "";
  part("problem").hidden = false;
  part("problem").focus();
}

// Dropping

function drop(event) {
  event.preventDefault();
  part("drop").classList.remove("over");
  if (event.dataTransfer.files.length > 0) {
    part("file").files = event.dataTransfer.files;
    fileChosen();
  }
}

part("file").addEventListener("change", fileChosen);
part("to").addEventListener("change", offerOptions);
part("max_bytes").addEventListener("input", sayLimit);
part("cancel").addEventListener("click", () => running?.request.abort());
form.addEventListener("submit", convert);
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  part("drop").classList.add("over");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) {
    part("drop").classList.remove("over");
  }
});
document.addEventListener("drop", drop);
for (const note of document.querySelectorAll(".with-script")) {
  note.hidden = false;
}
