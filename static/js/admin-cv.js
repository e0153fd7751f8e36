/* The CV on one page: an empty row always waits at the foot of each list. Without this script a
   button asks the site for more. */
"use strict";
(() => {
  const rowsOf = (part) => part.querySelector("[data-rows]");

  /* The last row again, with the next number and nothing in its boxes. */
  const add = (part) => {
    const list = rowsOf(part);
    const total = part.querySelector(`[name="${list.dataset.rows}-TOTAL_FORMS"]`);
    const row = list.lastElementChild.cloneNode(true);
    row.classList.remove("cv-wrong", "cv-unsure");
    row.querySelectorAll(".errorlist, .date-echo, .cv-doubt, .cv-note, .cv-read, .cv-tools > *").forEach((part) => part.remove());
    for (const label of row.querySelectorAll("label")) label.htmlFor = renumbered(label.htmlFor, total.value);
    for (const box of row.querySelectorAll("input, select, textarea")) {
      box.name = renumbered(box.name, total.value);
      box.id = renumbered(box.id, total.value);
      box.removeAttribute("aria-invalid");
      box.removeAttribute("aria-describedby");
      if (box.options) box.selectedIndex = [...box.options].findIndex((option) => option.defaultSelected);
      else box.value = box.defaultValue = "";
    }
    list.append(row);
    total.value = Number(total.value) + 1;
    return row;
  };
  const renumbered = (name, number) => name.replace(/-\d+-/, `-${number}-`);

  const isNew = (row) => !row.querySelector("[name$='-id']");
  const texts = (row) => [...row.querySelectorAll("input:not([type=hidden], [type=checkbox]), textarea")];
  const isBlank = (row) => isNew(row) && texts(row).every((box) => !box.value.trim());

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=_add]");
    if (!button) return;
    event.preventDefault();
    const part = button.closest(".cv-part");
    const last = rowsOf(part).lastElementChild;
    const row = isBlank(last) ? last : add(part);
    texts(row)[0].focus();
  });

  document.addEventListener("input", (event) => {
    const row = event.target.closest(".cv-row");
    if (row && row === row.parentElement.lastElementChild && !isBlank(row)) add(row.closest(".cv-part"));
  });

  /* --- A row that was saved in the panel: as it is now, with what was typed into it here --- */

  const keyOf = (row) => row.querySelector("[name$='-id']");

  const renew = (row, saved) => {
    const number = keyOf(row).name.match(/-(\d+)-/)[1];
    for (const box of saved.querySelectorAll("[name]")) {
      const before = row.querySelector(`[name="${(box.name = renumbered(box.name, number))}"]`);
      if (box.id) box.id = renumbered(box.id, number);
      if (before && before.value !== before.defaultValue) box.value = before.value;
    }
    for (const label of saved.querySelectorAll("label[for]")) label.htmlFor = renumbered(label.htmlFor, number);
    row.replaceWith(saved);
    saved.querySelector(".cv-more").focus();
  };

  /* A page that shows what was sent has the row of then: saving it tells of the other. */
  document.addEventListener("panel:saved", async ({ target }) => {
    const row = target.closest(".cv-row");
    if (row.closest("[data-as-sent]")) return;
    const answer = await fetch(location.href, { redirect: "error" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const { dataset } = row.parentElement;
    const keys = page.querySelectorAll(`[data-rows="${dataset.rows}"] [name$="-id"]`);
    const key = [...keys].find(({ value }) => value === keyOf(row).value);
    if (key) renew(row, document.importNode(key.closest(".cv-row"), true));
    else row.hidden = true; // deleted
  });
})();
