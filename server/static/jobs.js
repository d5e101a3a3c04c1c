// The page of jobs with a script: says how far they are, and loads the page again when one has ended.
"use strict";

const table = document.getElementById("job-rows");
let isLeaving = false;

async function look() {
  const answer = await fetch("/dashboard/jobs/state", { headers: { Accept: "application/json" } });
  if (!answer.ok) {
    return;
  }
  const jobs = await answer.json();
  if (isLeaving) {
    return;
  }
  for (const { id, state, progress, is_over: isOver } of jobs) {
    const shown = table.querySelector(`[data-job="${id}"] .state`);
    const text = progress ? `${state}, ${progress}` : state;
    if (isOver && shown && shown.textContent !== text) {
      location.reload();
      return;
    }
    if (shown) {
      shown.textContent = text;
    }
  }
  if (jobs.some((job) => !job.is_over)) {
    setTimeout(look, 1000);
  }
}

// What was just sent shows the page again by itself.
document.addEventListener("submit", () => { isLeaving = true; });

if (table && "working" in table.dataset) {
  setTimeout(look, 500);
}
