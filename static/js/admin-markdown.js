/* Preview, buttons, keys, links and picture upload for every Markdown box, those of rows added
   later included: everything listens on the document. Tab is left alone, and a refusal never enters
   a preview. */
"use strict";
(() => {
  const DELAY = 400;
  const timers = new WeakMap();
  const latest = new WeakMap();

  const parts = (area) => {
    const box = area.closest(".markdownx");
    return {
      preview: box.querySelector(".markdownx-preview"),
      status: box.querySelector(".markdownx-status"),
    };
  };

  const send = (area, url, values) => {
    const { elements } = area.form;
    const data = new FormData();
    for (const [name, value] of Object.entries(values)) data.set(name, value);
    // Whose text it is: what the form asks for, else what the server said of it.
    const chosen = elements[area.dataset.researcherField || "researcher"]?.value;
    data.set("researcher", chosen || area.dataset.researcher || "");
    data.set("csrfmiddlewaretoken", elements.csrfmiddlewaretoken.value);
    return fetch(url, { method: "POST", body: data, redirect: "error", credentials: "same-origin" });
  };

  /* Whoever signed in again in another tab has a new token: it is asked for once. */
  const post = async (area, url, values = {}) => {
    const answer = await send(area, url, values);
    const isStale = answer.status === 403 && !answer.headers.has("Sign-In");
    return isStale && (await renewed()) ? send(area, url, values) : answer;
  };

  const renewed = async () => (await window.signedIn?.()) === "in";

  const say = (area, text) => {
    parts(area).status.textContent = text;
  };

  /* Why not, and where one signs in again: there, since here is the text. */
  let waiting = null;
  const refuse = async (area, answer) => {
    const isText = answer.headers.get("Content-Type")?.startsWith("text/plain");
    say(area, isText ? await answer.text() : answer.statusText);
    const where = answer.headers.get("Sign-In");
    if (!where) return;
    const { status } = parts(area);
    const link = document.createElement("a");
    Object.assign(link, { href: where, target: "_blank", textContent: status.dataset.signIn });
    status.append(" ", link);
    waiting = area;
  };

  const show = (area, html) => {
    const { preview } = parts(area);
    preview.innerHTML = html; // made by the server's own sanitiser: the public page's text
    preview.hidden = !html.trim();
    const name = area.labels[0]?.textContent.trim().replace(/:$/, "");
    if (name) preview.setAttribute("aria-label", `${preview.dataset.label}: ${name}`);
    sizes.observe(preview);
    // The page that this form is beside shows it, too: js/side-panel.js.
    area.dispatchEvent(new CustomEvent("markdown:shown", { bubbles: true, detail: preview }));
  };

  /* What is longer than its box is a stop of Tab, from which the arrows scroll it. */
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries)
      if (target.scrollHeight > target.clientHeight) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
  });

  const refresh = async (area) => {
    const text = area.value;
    latest.set(area, text);
    if (!text.trim()) return show(area, "");
    try {
      const answer = await post(area, area.dataset.previewUrl, { content: text });
      if (latest.get(area) !== text) return;
      if (!answer.ok) return await refuse(area, answer);
      const body = await answer.text();
      if (latest.get(area) !== text) return;
      show(area, body);
      say(area, "");
    } catch {
      say(area, parts(area).status.dataset.offline);
    }
  };

  /* --- Pictures ------------------------------------------------------------------------- */

  const PICTURE = /!\[[^\]]*\]\([^)]*\)/g;

  /* Nothing is written over: not what is selected, nor the picture that waits for its words. */
  const stepBehind = (area) => {
    let place = area.selectionEnd;
    for (const found of area.value.matchAll(PICTURE)) {
      const end = found.index + found[0].length;
      if (found.index < place && place < end) place = end;
    }
    area.setSelectionRange(place, place);
  };

  /* At the end of a line a picture begins a paragraph; within one, and in a box of one or two
     lines, it stays in the line. */
  const gapAt = (area, place) => {
    const isEnd = /^(\n|$)/.test(area.value.slice(place));
    return area.rows > 2 && isEnd && /[^\n]$/.test(area.value.slice(0, place)) ? "\n\n" : "";
  };

  const insert = (area, code) => {
    stepBehind(area);
    const place = area.selectionEnd;
    const gap = gapAt(area, place);
    put(area, gap + code, gap.length + 2, gap.length + code.indexOf("]"));
  };

  const upload = async (area, chosen) => {
    const { dataset } = parts(area).status;
    if (!chosen.type.startsWith("image/")) return say(area, dataset.noPicture);
    say(area, dataset.uploading);
    const file = (await window.shrinkPicture?.(chosen)) ?? chosen;
    if (file.size > dataset.maxBytes) return say(area, dataset.tooLarge);
    try {
      const answer = await post(area, area.dataset.uploadUrl, { image: file });
      if (!answer.ok) return await refuse(area, answer);
      insert(area, (await answer.json()).image_code);
      say(area, "");
      return true;
    } catch {
      say(area, dataset.offline);
    }
  };

  /* One after the other; at the first that is refused it stops, with the reason. */
  const uploadAll = async (area, files) => {
    for (const file of files) if (!(await upload(area, file))) return;
  };

  /* --- The buttons, and their keys ------------------------------------------------------ */

  const areaOf = (element) => element.closest(".markdownx").querySelector("textarea");

  /* In place of what is selected, as if typed, so that Ctrl+Z takes it back. */
  const put = (area, text, from, to = from) => {
    const start = area.selectionStart;
    area.focus();
    if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
      area.setRangeText(text, start, area.selectionEnd, "end");
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }
    area.setSelectionRange(start + from, start + to);
  };

  const selected = (area) => area.value.slice(area.selectionStart, area.selectionEnd);

  /* Whether the selection stands between these signs: in ***both***, between ** and * alike. */
  const isBetween = (area, sign) => {
    const [before, behind] = sign === "$" ? [/\$*$/, /^\$*/] : [/\**$/, /^\**/];
    const signs = Math.min(
      area.value.slice(0, area.selectionStart).match(before)[0].length,
      area.value.slice(area.selectionEnd).match(behind)[0].length,
    );
    return sign === "**" ? signs >= 2 : signs % 2 === 1;
  };

  const around = (area, sign) => {
    const words = selected(area);
    if (isBetween(area, sign)) {
      area.setSelectionRange(area.selectionStart - sign.length, area.selectionEnd + sign.length);
      return put(area, words, 0, words.length);
    }
    put(area, sign + words + sign, sign.length, sign.length + words.length);
  };

  const list = (area) => {
    const before = area.value.slice(0, area.selectionStart);
    const lines = selected(area).replace(/^/gm, "- ");
    const gap = before && !before.endsWith("\n") ? "\n\n" : "";
    put(area, gap + lines, gap.length + lines.length);
  };

  /* --- Links ---------------------------------------------------------------------------- */

  const URL_ALONE = /^(?:https?:\/\/|mailto:)\S+$/i;
  const LINK = /(?<!!)\[([^[\]]*)\]\(([^()\s]*)\)/g;

  /* [words](address), whatever is in the two. */
  const linkTo = (words, address) => {
    const isBalanced = /^(?:[^[\]]|\[[^[\]]*\])*$/.test(words);
    const url = address.replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    return `[${isBalanced ? words : words.replace(/[[\]]/g, "\\$&")}](${url})`;
  };

  /* As people write addresses: "example.org/a", "me@example.org". */
  const withScheme = (address) => {
    if (/^[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+$/.test(address)) return `mailto:${address}`;
    return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(address) ? `https://${address}` : address;
  };

  /* The link in which the selection stands; else what is selected. */
  const linkAt = (area) => {
    const { selectionStart: start, selectionEnd: end } = area;
    for (const { index, 0: code, 1: words, 2: address } of area.value.matchAll(LINK))
      if (index <= start && end <= index + code.length)
        return { from: index, to: index + code.length, words, address };
    return { from: start, to: end, words: selected(area), address: "" };
  };

  /* [code, name, address] of one's papers and pages; none where the site does not answer. */
  const listed = async (area) => {
    try {
      const answer = await post(area, area.dataset.citableUrl);
      if (answer.ok) return await answer.json();
      await refuse(area, answer);
    } catch {
      say(area, parts(area).status.dataset.offline);
    }
    return [];
  };

  const askForLink = async (area) => {
    const { from, to, words, address } = linkAt(area);
    const template = document.getElementById("link-dialog");
    if (!template) return put(area, `[${words}](https://)`, words.length + 11);
    const dialog = template.content.firstElementChild.cloneNode(true);
    const { elements } = dialog.querySelector("form");
    elements.words.value = words;
    elements.address.value = address;
    dialog.addEventListener("close", () => {
      dialog.remove();
      area.focus();
      if (dialog.returnValue !== "insert") return;
      const url = elements.address.value.trim();
      const chosen = [...dialog.querySelectorAll("option")].find((each) => each.value === url);
      const code = linkTo(elements.words.value.trim() || chosen?.label || url, withScheme(url));
      area.setSelectionRange(from, to);
      put(area, code, code.length);
    });
    document.body.append(dialog);
    dialog.showModal();
    (words ? elements.address : elements.words).focus();
    const choices = (await listed(area)).map(([, name, url]) => new Option(name, url));
    dialog.querySelector("datalist").append(...choices);
  };

  /* An address pasted over words makes them a link; over another address, it takes its place. */
  const pasteLink = (area, address) => {
    const words = selected(area);
    const isInLink = area.value.slice(0, area.selectionStart).endsWith("](");
    if (!URL_ALONE.test(address) || !words.trim() || URL_ALONE.test(words.trim())) return false;
    if (isInLink || /\n\s*\n/.test(words)) return false;
    const code = linkTo(words, address);
    put(area, code, code.length);
    return true;
  };

  /* --- Papers --------------------------------------------------------------------------- */

  let lists = 0;
  const askWhich = async (area) => {
    const box = area.closest(".markdownx").querySelector(".markdownx-cite");
    const papers = (await listed(area)).filter(([code]) => code);
    if (!papers.length) return say(area, parts(area).status.dataset.noPapers);
    const choices = document.createElement("datalist");
    choices.id = `citable-${++lists}`;
    choices.append(...papers.map(([code, name]) => Object.assign(new Option(name, name), { title: code })));
    box.nextElementSibling?.remove();
    box.after(choices);
    box.setAttribute("list", choices.id);
    box.hidden = false;
    box.focus();
  };

  /* With Enter, the only one that has these words. */
  const cite = (box, isEntered = false) => {
    const options = [...(box.nextElementSibling?.children ?? [])];
    const typed = box.value.trim().toLowerCase();
    const having = isEntered && typed ? options.filter(({ value }) => value.toLowerCase().includes(typed)) : [];
    const chosen = options.find(({ value }) => value === box.value) ?? (having.length === 1 && having[0]);
    if (!chosen) return;
    const area = areaOf(box);
    box.value = "";
    box.hidden = true;
    put(area, chosen.title, chosen.title.length);
  };

  const ACTIONS = { link: askForLink, "- ": list, cite: askWhich };
  const run = (area, mark) => (ACTIONS[mark] ?? ((it) => around(it, mark)))(area);

  document.addEventListener("click", ({ target }) => {
    const mark = target.closest(".markdownx-marks [data-mark]")?.dataset.mark;
    if (mark) run(areaOf(target), mark);
  });

  /* --- Keys ----------------------------------------------------------------------------- */

  const KEYS = { b: "**", i: "*", k: "link" };
  const isMac = /^(Mac|iP)/.test(navigator.platform);

  /* First of all listeners: Ctrl+K means something else outside a text. */
  document.addEventListener(
    "keydown",
    (event) => {
      const area = editor(event.target);
      const isCommand = (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
      const mark = KEYS[event.key.toLowerCase()];
      if (!area || !isCommand || !mark) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      run(area, mark);
    },
    true,
  );

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".markdownx-cite")) return;
    event.preventDefault();
    cite(event.target, true);
  });

  /* The buttons are one stop of Tab; the arrows lead from one to the next. */
  document.addEventListener("keydown", ({ target, key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step || !target.matches(".markdownx-marks button")) return;
    const buttons = [...target.parentElement.querySelectorAll("button")];
    const next = buttons[(buttons.indexOf(target) + step + buttons.length) % buttons.length];
    target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });

  /* --- The rest ------------------------------------------------------------------------- */

  addEventListener("focus", async () => {
    if (!waiting || !(await renewed())) return;
    const area = waiting;
    waiting = null;
    await refresh(area);
    say(area, parts(area).status.dataset.signedIn);
  });

  const editor = (target) =>
    target instanceof HTMLTextAreaElement && target.matches(".markdownx-editor") ? target : null;

  document.addEventListener("input", ({ target }) => {
    if (target.matches(".markdownx-cite")) cite(target);
    const area = editor(target);
    if (!area) return;
    clearTimeout(timers.get(area));
    timers.set(area, setTimeout(() => refresh(area), DELAY));
  });

  document.addEventListener("change", (event) => {
    if (!event.target.matches(".markdownx-file")) return;
    const files = [...event.target.files];
    event.target.value = "";
    uploadAll(areaOf(event.target), files);
  });

  /* What has words is pasted as words: Word and Excel send a picture of them along. */
  document.addEventListener("paste", (event) => {
    const area = editor(event.target);
    if (!area) return;
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain").trim();
    if (text ? !pasteLink(area, text) : !files.length) return;
    event.preventDefault();
    if (!text) uploadAll(area, files);
  });

  /* A file dropped anywhere else would take the place of the page, and of what is typed in it. */
  const dropped = (event) =>
    [...event.dataTransfer.types].includes("Files") && !event.target.closest("input[type=file]");

  const drag = (event) => {
    if (!dropped(event)) return;
    event.preventDefault();
    const isInside = event.target.closest(".markdownx");
    if (event.type === "dragover" && !isInside) event.dataTransfer.dropEffect = "none";
    if (event.type === "drop" && isInside) uploadAll(areaOf(event.target), [...event.dataTransfer.files]);
  };
  document.addEventListener("dragover", drag);
  document.addEventListener("drop", drag);

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll(".markdownx-bar").forEach((bar) => (bar.hidden = false));
    document.querySelectorAll(".markdownx-marks [data-key]").forEach((button) => {
      button.title = `${button.textContent} (${isMac ? "⌘" : "Ctrl+"}${button.dataset.key})`;
    });
    document.querySelectorAll("textarea.markdownx-editor").forEach((area) => {
      if (area.value.trim()) refresh(area);
    });
  });
})();
