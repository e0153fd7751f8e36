/* Rows with a place in an order: by dragging (js/drag.js), or by two buttons. The numbers are what is sent, and
   without this script they are typed. Rows that a form adds later take part. */
"use strict";
(() => {
  const BOX = "[data-place]";
  const ROW = "[data-order-row], tr.form-row, .inline-related:not(.tabular)";
  const moved = new WeakSet();
  let words;

  const rowOf = (element) => element.closest(ROW);
  const isEmptyForm = (row) => row.classList.contains("empty-form");
  const rowsIn = (list) =>
    [...list.children].filter((row) => row.matches(ROW) && row.querySelector(BOX) && !isEmptyForm(row));

  /* What moves with a row: the line of its errors, which stands above it. */
  const block = (row) => {
    const above = row.previousElementSibling;
    return above?.classList.contains("row-form-errors") ? [above, row] : [row];
  };

  /* An added row that nobody has written into is not stored; a number would make it count. */
  const isBlank = (row) =>
    !row.matches("[data-order-row], .has_original") &&
    [...row.querySelectorAll("input:not([type=hidden]), textarea, select")].every(
      (box) => box.matches(BOX) || isUntouched(box),
    );
  const isUntouched = (box) =>
    box.matches("select")
      ? [...box.options].every((option, index) => option.selected === (option.defaultSelected || index === 0)) ||
        !box.value
      : box.type === "checkbox"
        ? box.checked === box.defaultChecked
        : box.value === box.defaultValue;

  const number = (list) =>
    rowsIn(list)
      .filter((row) => !isBlank(row))
      .forEach((row, index) => {
        row.querySelector(BOX).value = index + 1;
      });

  const announce = (row) => {
    const all = rowsIn(row.parentElement);
    const text = words.moved.replace("{place}", all.indexOf(row) + 1).replace("{all}", all.length);
    document.getElementById("editing-status").textContent = text;
  };

  const settle = (row) => {
    const list = row.parentElement;
    moved.add(list);
    number(list);
    row.dispatchEvent(new CustomEvent("order:moved", { bubbles: true }));
  };

  const putBefore = (row, other) => block(other)[0].before(...block(row));
  const putAfter = (row, other) => other.after(...block(row));

  const step = (button) => {
    const row = rowOf(button);
    const all = rowsIn(row.parentElement);
    const up = button.classList.contains("order-up");
    const other = all[all.indexOf(row) + (up ? -1 : 1)];
    if (other) (up ? putBefore : putAfter)(row, other);
    button.focus();
    settle(row);
    announce(row);
  };

  const drag = (event) => {
    const grip = event.target.closest(".order-grip");
    if (!grip || event.button) return;
    event.preventDefault();
    const row = rowOf(grip);
    const rows = () => rowsIn(row.parentElement);
    window.dragInList(event, row, rows, putBefore, putAfter, () => {
      settle(row);
      announce(row);
    });
  };

  const equip = (row) => {
    const box = row.querySelector(BOX);
    if (!box || box.readOnly || row.querySelector(".order-moves")) return;
    box.hidden = true;
    box.before(document.getElementById("order-moves").content.firstElementChild.cloneNode(true));
    row.parentElement.classList.add("ordered");
  };

  /* Django numbers the rows of a form anew when one is taken out, in the order in which they
     stand: for that moment they stand as they came. */
  const asTheyCame = (list) => {
    const index = (row) => Number(row.id.match(/-(\d+)$/)?.[1] ?? Infinity);
    const now = rowsIn(list);
    const end = [...list.children].find((child) => isEmptyForm(child)) ?? null;
    const put = (rows) => rows.forEach((row) => block(row).forEach((part) => list.insertBefore(part, end)));
    put([...now].sort((one, other) => index(one) - index(other)));
    queueMicrotask(() => put(now));
  };

  /* --- Some of many: order.html has a list of those with a tick, and one of the others ------- */

  /* What was below stays where one looks, and the focus with it. */
  const choose = (row, box) => {
    const from = row.parentElement;
    const to = [...row.closest("form").querySelectorAll(".order-list")].find((list) => list !== from);
    const rest = rowsIn(from).filter((other) => other !== row && !other.hidden);
    const next = rest.find((other) => row.compareDocumentPosition(other) & 4) ?? rest.at(-1);
    const { top } = from.getBoundingClientRect();
    if (box.checked) to.append(row);
    else to.prepend(row);
    scrollBy({ top: from.getBoundingClientRect().top - top, behavior: "instant" });
    (next?.querySelector("[type=checkbox]") ?? box).focus({ preventScroll: true });
    settle(row);
    if (box.checked) announce(row);
  };

  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  const find = ({ value, form }) => {
    const words = plain(value).split(/\s+/);
    form.querySelectorAll("[data-order-row]").forEach((row) => {
      const text = plain(row.textContent);
      row.hidden = !words.every((word) => text.includes(word));
    });
  };

  document.addEventListener("DOMContentLoaded", () => {
    words = document.getElementById("editing")?.dataset;
    if (!words) return;
    document.querySelectorAll(BOX).forEach((box) => {
      const row = rowOf(box);
      if (row && !isEmptyForm(row)) equip(row);
    });
    document.addEventListener("pointerdown", drag);
  });
  document.addEventListener("formset:added", (event) => words && equip(event.target));
  document.addEventListener("formset:removed", ({ detail }) => {
    const box = document.querySelector(`#${CSS.escape(detail.formsetName)}-group ${BOX}`);
    if (box) asTheyCame(rowOf(box).parentElement);
  });
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest(".order-up, .order-down");
    if (pressed) step(pressed);
  });
  document.addEventListener("change", (event) => {
    const box = event.target.closest(".order:has(.order-others) [type=checkbox]");
    if (box) choose(rowOf(box), box);
  });
  document.addEventListener("input", ({ target }) => {
    if (target.matches("#find")) find(target);
  });
  /* A row that was added goes last, whatever number stands ready in it. */
  document.addEventListener("submit", (event) => {
    if (event.submitter?.matches("[name=find]")) return event.preventDefault();
    const lists = new Set([...event.target.querySelectorAll(BOX)].map((box) => rowOf(box)?.parentElement));
    lists.delete(undefined);
    for (const list of lists) {
      const added = rowsIn(list).some((row) => !row.matches("[data-order-row], .has_original") && !isBlank(row));
      if (added || moved.has(list)) number(list);
    }
  });
})();
