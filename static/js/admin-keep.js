/* What is typed into a form, ticked and chosen in it stays in this browser until it is saved: one copy for each form and
   account. An ended session, a closed window or a failed save loses nothing. Never of passwords.
   A form is sent once its account is known to be signed in still. Else it stays as it is, chosen
   files and all, until that account has signed in again in another tab. */
"use strict";
(() => {
  const PREFIX = "vitae:typed:";
  const SENT = "vitae:sent";
  // A place in an order is its row's: it is kept by no box.
  const NOT_KEPT = "[type=hidden], [type=password], [type=file], [type=submit], [data-place], [name$=-position]";
  const KINDS = `textarea, select, input:not(${NOT_KEPT})`;
  const DELAY = 500;
  const FORM = ".change-form #content-main > form[method=post]";
  let words, form, key, timer;
  let dirty = false;

  const stored = (storage, name) => {
    try {
      return JSON.parse(storage.getItem(name));
    } catch {
      return null; // storage is switched off, or holds what is not ours
    }
  };

  const store = (storage, name, value) => {
    try {
      if (value) storage.setItem(name, JSON.stringify(value));
      else storage.removeItem(name);
    } catch {}
  };

  const boxes = () =>
    [...form.querySelectorAll(KINDS)].filter(
      (box) => box.name && !box.name.includes("__prefix__") && !box.closest(".empty-form"),
    );

  /* What is kept of a box: a text; of a tick or a dot whether it is set, under its name and value,
     for several may have one name; of a list its chosen [value, words], which a type-ahead box has
     nowhere else. */
  const isTick = (box) => box.matches("[type=checkbox], [type=radio]");
  const nameOf = (box) => (isTick(box) ? `${box.name}=${box.value}` : box.name);
  const contentOf = (box) => {
    if (isTick(box)) return box.checked;
    if (!box.matches("select")) return box.value;
    return [...box.selectedOptions].map((option) => [option.value, option.textContent]);
  };

  const isChanged = (box) => {
    if (isTick(box)) return box.checked !== box.defaultChecked;
    if (!box.matches("select")) return box.value !== box.defaultValue;
    const options = [...box.options];
    const isOfNone = !box.multiple && !options.some((option) => option.defaultSelected);
    return options.some((option, index) => option.selected !== (option.defaultSelected || (isOfNone && !index)));
  };

  const typed = () =>
    Object.fromEntries(
      boxes()
        .filter(isChanged)
        .map((box) => [nameOf(box), contentOf(box)]),
    );

  const put = (box, content) => {
    if (isTick(box)) box.checked = content;
    else if (!Array.isArray(content)) box.value = content;
    else {
      const there = new Set([...box.options].map((option) => option.value));
      for (const [value, words] of content) if (!there.has(value)) box.add(new Option(words, value));
      const chosen = new Set(content.map(([value]) => value));
      for (const option of box.options) option.selected = chosen.has(option.value);
    }
  };

  const keep = () => {
    clearTimeout(timer);
    const texts = typed();
    store(localStorage, key, Object.keys(texts).length ? { at: Date.now(), texts } : null);
  };

  const forget = (name) => store(localStorage, name, null);

  const forgetAll = () => {
    try {
      Object.keys(localStorage)
        .filter((name) => name.startsWith(PREFIX))
        .forEach(forget);
    } catch {}
  };

  /* --- Restoring --------------------------------------------------------------------------- */

  /* The box of that name; where it stood in a row that was added, the row is added again. */
  const boxNamed = (name) => {
    const [, prefix, index] = name.match(/^(.+)-(\d+)-/) || [];
    const add = prefix && document.querySelector(`#${CSS.escape(prefix)}-group .add-row a`);
    const find = () => boxes().find((box) => nameOf(box) === name);
    for (let tries = Number(index) + 1; add && !find() && tries > 0; tries--) add.click();
    return find();
  };

  const restore = (texts) => {
    for (const [name, text] of Object.entries(texts)) {
      // Boxes that are drawn late are drawn now.
      form.dispatchEvent(new CustomEvent("form:restore", { detail: name.split("=")[0] }));
      const box = boxNamed(name);
      if (!box) continue;
      box.closest("details")?.setAttribute("open", "");
      put(box, text);
      for (const type of ["input", "change"]) box.dispatchEvent(new Event(type, { bubbles: true }));
    }
    dirty = true;
  };

  const differs = (texts) => {
    const now = Object.fromEntries(boxes().map((box) => [nameOf(box), contentOf(box)]));
    return Object.entries(texts).some(([name, text]) => JSON.stringify(now[name] ?? "") !== JSON.stringify(text));
  };

  const make = (tag, values) => Object.assign(document.createElement(tag), values);
  const button = (textContent, onclick) => make("button", { type: "button", textContent, onclick });

  const offer = ({ at, texts }) => {
    const bar = make("div", { className: "typed-before", role: "status" });
    const time = new Date(at);
    const today = time.toDateString() === new Date().toDateString();
    const lang = document.documentElement.lang || undefined;
    const said = today
      ? time.toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" })
      : time.toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
    bar.append(
      words.kept.replace("{time}", said),
      " ",
      button(words.restore, () => {
        restore(texts);
        bar.replaceChildren(words.restored);
      }),
      button(words.discard, () => {
        forget(key);
        bar.remove();
      }),
    );
    form.before(bar);
  };

  /* --- The life of a form ------------------------------------------------------------------ */

  /* A form that was sent is saved where the next page says so. */
  const settle = () => {
    const sent = stored(sessionStorage, SENT);
    if (sent && document.querySelector(".messagelist .success")) forget(sent);
    if (sent) store(sessionStorage, SENT, null);
  };

  const begin = () => {
    form = document.querySelector(FORM);
    if (!form || !words || form.querySelector("[type=password]")) return;
    key = `${PREFIX}${words.account}:${location.pathname}`;
    const before = stored(localStorage, key);
    // What was sent and not saved stands in the form itself.
    const failed = document.querySelector(".errornote, form[data-as-sent]");
    if (failed) dirty = true;
    else if (before?.texts && differs(before.texts)) offer(before);
    else forget(key);
    form.addEventListener("input", change);
    form.addEventListener("change", change);
    // A type-ahead box tells of a choice by jQuery alone, and of what it holds when it is made.
    window.django?.jQuery?.(form).on("change", "select", (event) => isChanged(event.target) && change(event));
    form.addEventListener("order:moved", () => (dirty = true));
    form.addEventListener("submit", send);
    addEventListener("beforeunload", (event) => dirty && event.preventDefault());
    addEventListener("pagehide", () => dirty && key && keep());
  };

  const change = (event) => {
    if (event.target.matches("[type=password]")) return;
    dirty = true;
    clearTimeout(timer);
    timer = setTimeout(keep, DELAY);
  };

  const send = () => {
    keep();
    dirty = false;
    store(sessionStorage, SENT, key);
  };

  /* --- Still signed in? -------------------------------------------------------------------- */

  /* "in", "out" (or as somebody else), "unreachable". Who signed in anew has a new token: every form
     of the page gets it. */
  const signedIn = async () => {
    try {
      const answer = await fetch(words.signedInUrl, { redirect: "manual", cache: "no-store" });
      if (!answer.ok) return answer.type === "opaqueredirect" ? "out" : "unreachable";
      const { account, token } = await answer.json();
      if (account !== words.account) return "out";
      document.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((box) => (box.value = token));
      return "in";
    } catch {
      return "unreachable";
    }
  };
  window.signedIn = signedIn;
  // Asked by js/desk.js, before the panel that holds this form is closed.
  window.hasUnsaved = () => dirty;

  const refusal = make("div", { className: "typed-before", role: "alert" });

  const refuse = (state, place) => {
    refusal.textContent = state === "out" ? words.signedOut : words.unreachable;
    if (state === "out")
      refusal.append(" ", make("a", { href: words.signInUrl, target: "_blank", textContent: words.signIn }));
    place.prepend(refusal); // which stays in sight
  };

  /* Before all else that listens: for the rest, a form that stays was never sent. */
  let isAsking = false;
  let isKnown = false;
  const ask = async (event) => {
    const { target, submitter } = event;
    if (isKnown || !words || !target.matches(FORM)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isAsking) return;
    isAsking = true;
    const state = await signedIn();
    isAsking = false;
    if (state !== "in") return refuse(state, submitter?.closest(".submit-row") || target);
    refusal.remove();
    isKnown = true;
    target.requestSubmit(submitter);
    isKnown = false;
  };
  document.addEventListener("submit", ask, true);

  /* Ctrl+S saves and stays where one types. */
  const saveByKey = (event) => {
    const isOurs = event.key.toLowerCase() === "s" && (event.ctrlKey || event.metaKey);
    const target = document.querySelector(FORM);
    if (!isOurs || event.shiftKey || event.altKey || !target) return;
    event.preventDefault();
    const buttons = ["_continue", "_save"].map((name) => target.querySelector(`[name=${name}]`));
    const button = buttons.find(Boolean) ?? target.querySelector("[type=submit]");
    if (button && !event.repeat) target.requestSubmit(button);
  };
  document.addEventListener("keydown", saveByKey);

  document.addEventListener("DOMContentLoaded", () => {
    words = document.getElementById("editing")?.dataset;
    settle();
    begin();
    document.getElementById("logout-form")?.addEventListener("submit", () => {
      dirty = false;
      key = null;
      forgetAll();
    });
  });
})();
