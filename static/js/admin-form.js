/* Small things that the forms and lists of the admin leave unsaid: names for screen readers, names
   of columns where a list becomes cards, dates read back in words, colours and layouts that show at
   once. */
"use strict";
(() => {
  const DELAY = 350;
  const timers = new WeakMap();

  /* --- Type-ahead boxes and tables of rows have no names of their own --- */

  const nameOf = (select) => select.getAttribute("aria-label") || select.labels?.[0]?.textContent.replace(/:\s*$/, "");

  const nameBoxes = (within) =>
    within.querySelectorAll("select.admin-autocomplete").forEach((select) => {
      const name = nameOf(select)?.trim();
      const box = select.nextElementSibling;
      if (!name || !box?.matches(".select2")) return;
      box.querySelectorAll("[role=combobox], [role=textbox], [role=searchbox]").forEach((part) => {
        part.removeAttribute("aria-labelledby");
        part.setAttribute("aria-label", name);
      });
    });

  /* What they open hangs at the end of the page, outside its parts. */
  const nameOpened = ({ target }) => {
    const name = nameOf(target)?.trim() ?? "";
    const opened = document.querySelector(".select2-dropdown");
    const box = target.nextElementSibling.querySelector("[role=combobox]");
    box.setAttribute("aria-controls", opened.querySelector("[role=listbox]").id);
    opened.setAttribute("role", "dialog");
    opened.setAttribute("aria-label", name);
    opened.querySelector("[type=search]")?.setAttribute("aria-label", name);
  };

  /* On a phone each row is a card: what says nothing by itself stands under the name of its column. */
  const BARE =
    ".tabular tr.form-row td:has(*), #result_list :is(td, th):has(img[alt], input:not(.action-select), select)," +
    ".model-authorshipsuggestion #result_list :is(.field-name, .field-researcher)";

  const nameCells = () =>
    document.querySelectorAll(BARE).forEach((cell) => {
      const head = cell.closest("table").tHead.rows[0].cells[cell.cellIndex];
      const name = (head?.querySelector(".text") ?? head)?.textContent.trim();
      if (name) cell.dataset.label = name;
    });

  /* --- Where a link leads, and where a refused form begins --- */

  const unfold = (place) => {
    for (let part = place; part; part = part.parentElement) if (part.matches("details")) part.open = true;
  };

  /* The very box, ready to be typed into; of a part, its heading. */
  const land = () => {
    const place = document.getElementById(location.hash.slice(1));
    if (!place?.closest("form")) return;
    // Else a save would come back here, and not to the word that it is saved.
    history.replaceState(history.state, "", location.pathname + location.search);
    unfold(place.closest("summary")?.parentElement ?? place.querySelector("details") ?? place);
    if (place.matches("input, select, textarea")) enter(place);
    else place.scrollIntoView();
  };

  const enter = (place) => {
    unfold(place);
    const box = place.matches("[type=hidden], .select2-hidden-accessible") ? place.parentElement : place;
    box.scrollIntoView({ block: "center" });
    place.focus({ preventScroll: true });
  };

  /* --- Dates --- */

  const echo = (box) => {
    const existing = box.parentElement.querySelector(".date-echo");
    if (existing) return existing;
    const made = Object.assign(document.createElement("span"), { className: "date-echo" });
    made.setAttribute("role", "status");
    box.after(made);
    return made;
  };

  /* What is wrong is said once the box is left: half a date is no mistake yet. */
  const readBack = async (box, isDone) => {
    const text = box.value.trim();
    const said = echo(box);
    if (!text) return said.replaceChildren();
    try {
      const query = new URLSearchParams({ text });
      const answer = await fetch(`${box.dataset.words}&${query}`, { redirect: "error" });
      const words = await answer.text();
      if (box.value.trim() !== text) return;
      const isWrong = answer.status === 400;
      said.classList.toggle("unread", isWrong);
      said.textContent = answer.ok || (isWrong && isDone) ? words : "";
    } catch {
      said.replaceChildren();
    }
  };

  const readLater = ({ target, type }) => {
    if (!target.matches("[data-words]")) return;
    const isDone = type === "change";
    clearTimeout(timers.get(target));
    timers.set(target, setTimeout(() => readBack(target, isDone), isDone ? 0 : DELAY));
  };

  /* The button of a new row says what the box beside its state makes of it. */
  const followState = (choice) => {
    choice.form?.querySelectorAll(".submit-row [data-draft]").forEach((button) => {
      button.value = button.dataset[choice.value] ?? button.defaultValue;
    });
  };

  const followStates = (within) => within.querySelectorAll(".moment-state").forEach(followState);

  /* --- Colours and layout, in the framed page; saving is still up to the form --- */

  const LOOKS = ["theme", "layout"];

  const showLook = ({ form }) => {
    const frame = document.querySelector(".look-preview");
    if (!frame) return;
    const look = new URLSearchParams(LOOKS.map((name) => [name, form.elements[name].value]));
    frame.contentWindow.location.replace(`${frame.getAttribute("src")}&${look}`);
  };

  document.addEventListener("input", readLater);
  document.addEventListener("change", (event) => {
    readLater(event);
    if (event.target.matches(".moment-state")) followState(event.target);
    if (LOOKS.includes(event.target.name)) showLook(event.target);
  });

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll(".tabular thead th:empty").forEach((head) => {
      head.replaceWith(Object.assign(document.createElement("td"), { className: head.className }));
    });
    // Each of several that are chosen has its cross; one for all would stand in their list.
    document.querySelectorAll("select.admin-autocomplete[multiple]").forEach((select) => {
      select.dataset.allowClear = "false";
    });
    nameCells();
    followStates(document);
  });
  /* Enter saves from a box of the form. One without a name only helps with another: it is not sent;
     and a tick in a list says what an action is for, not which. */
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (key === "Enter" && target.matches("input:not([name], [type=submit]), .action-select") && target.form) event.preventDefault();
  });

  addEventListener("hashchange", land);
  // By then, what Django's own scripts wait for has been made.
  addEventListener("load", () => {
    const { jQuery } = window.django ?? {};
    jQuery?.(() => nameBoxes(document));
    jQuery?.(document).on("select2:open", nameOpened);
    // Of a form that was refused the frame shows what was sent.
    const look = document.querySelector(".errornote") && document.querySelector("[name=theme]");
    if (look) showLook(look);
    const mistake = document.querySelector("#content [aria-invalid=true]:not(.cv-unsure *)");
    if (mistake) enter(mistake);
    else if (location.hash) land();
    // Django enters the first box or button of a new form: of a text, that is its bar.
    else if (document.querySelector("script[data-model-name]:not([data-model-name=''])"))
      document.activeElement.closest(".markdownx-bar")?.parentElement.querySelector("textarea").focus();
  });
  document.addEventListener("formset:added", ({ target }) => {
    followStates(target);
    setTimeout(() => nameBoxes(target));
  });
})();
