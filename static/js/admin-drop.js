/* Files may be dropped on what has [data-drop], a file box or what is around one, instead of being
   chosen; where it says "send", the form goes off at once. Without this script the box works as it is. */
"use strict";
(() => {
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");

  /* Beside it, the browser would leave the page for the file. */
  for (const name of ["dragover", "drop"])
    document.addEventListener(name, (event) => holdsFiles(event) && event.preventDefault());

  const take = (zone) => {
    const box = zone.matches("[type=file]") ? zone : zone.querySelector("[type=file]");
    const mark = (on) => zone.classList.toggle("is-over", on);
    zone.addEventListener("dragover", (event) => mark(holdsFiles(event)));
    zone.addEventListener("dragleave", (event) => zone.contains(event.relatedTarget) || mark(false));
    zone.addEventListener("drop", (event) => {
      mark(false);
      if (!holdsFiles(event) || !event.dataTransfer.files.length) return;
      const chosen = new DataTransfer();
      const files = [...event.dataTransfer.files];
      for (const file of box.multiple ? files : files.slice(0, 1)) chosen.items.add(file);
      box.files = chosen.files;
      box.dispatchEvent(new Event("change", { bubbles: true }));
      if (zone.dataset.drop === "send") box.form.requestSubmit();
    });
  };
  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-drop]").forEach(take));
})();
