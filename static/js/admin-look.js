/* A choice of colours or layout shows at once in the framed page; saving is still up to the form. */
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const frame = document.querySelector(".look-preview");
  if (!frame) return;
  const address = frame.getAttribute("src");
  const names = ["theme", "layout"];

  document.addEventListener("change", (event) => {
    if (!names.includes(event.target.name)) return;
    const form = new FormData(event.target.form);
    const asked = new URLSearchParams(names.map((name) => [name, form.get(name)]));
    frame.contentWindow.location.replace(`${address}&${asked}`);
  });
});
