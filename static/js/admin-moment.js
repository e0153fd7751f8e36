/* "Scheduled" has boxes for the day and the hour; the other answers need none. */
"use strict";

{
  const follow = (choice) => {
    const boxes = choice.parentElement.querySelector(".moment-boxes");
    boxes.hidden = choice.value !== "from";
  };

  const followAll = (within) => within.querySelectorAll(".moment-state").forEach(follow);

  document.addEventListener("DOMContentLoaded", () => followAll(document));
  document.addEventListener("formset:added", (event) => followAll(event.target));
  document.addEventListener("change", (event) => {
    if (event.target.matches(".moment-state")) follow(event.target);
  });
}
