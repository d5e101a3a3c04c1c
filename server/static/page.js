// What every page does better with a script: copying, and leading to a form's error.
"use strict";

function copyButton(button) {
  const source = document.getElementById(button.dataset.copy);
  if (!source || !navigator.clipboard) {
    return;
  }
  const label = button.firstChild;
  const before = label.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent);
      label.textContent = "Copied";
    } catch {
      label.textContent = "Not copied";
    }
    setTimeout(() => { label.textContent = before; }, 2000);
  });
}

document.querySelectorAll("button[data-copy]").forEach(copyButton);

const wrong = document.querySelector("[aria-invalid=true]");
if (wrong) {
  wrong.focus();
}

// A reload asks for the page alone, not for the message about a change that is over.
if (location.search.includes("done=")) {
  history.replaceState(null, "", location.pathname);
}
