/* Live preview and picture upload for every Markdown box, those of rows added later included:
   everything listens on the document. Tab is left alone, and a refusal never enters a preview. */
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
  };

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

  const upload = async (area, file) => {
    const { dataset } = parts(area).status;
    if (!file.type.startsWith("image/")) return say(area, dataset.noPicture);
    if (file.size > dataset.maxBytes) return say(area, dataset.tooLarge);
    say(area, dataset.uploading);
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

  /* --- The buttons --------------------------------------------------------------------- */

  const areaOf = (element) => element.closest(".markdownx").querySelector("textarea");

  const put = (area, text, from, to) => {
    const start = area.selectionStart;
    area.focus();
    area.setRangeText(text, start, area.selectionEnd, "end");
    area.setSelectionRange(start + from, start + to);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const selected = (area) => area.value.slice(area.selectionStart, area.selectionEnd);

  const around = (area, sign) => {
    const words = selected(area);
    put(area, sign + words + sign, sign.length, sign.length + words.length);
  };

  const link = (area) => {
    const words = selected(area);
    const text = `[${words}](https://)`;
    const place = words ? text.length - 1 : 1;
    put(area, text, place, place);
  };

  const list = (area) => {
    const before = area.value.slice(0, area.selectionStart);
    const lines = selected(area).replace(/^/gm, "- ");
    const gap = before && !before.endsWith("\n") ? "\n\n" : "";
    put(area, gap + lines, gap.length + lines.length, gap.length + lines.length);
  };

  let lists = 0;
  const askWhich = async (area) => {
    const box = area.closest(".markdownx").querySelector(".markdownx-cite");
    const answer = await post(area, area.dataset.citableUrl);
    if (!answer.ok) return refuse(area, answer);
    const papers = await answer.json();
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

  const cite = (box) => {
    const chosen = [...box.nextElementSibling.children].find((option) => option.value === box.value);
    if (!chosen) return;
    const area = areaOf(box);
    box.value = "";
    box.hidden = true;
    put(area, chosen.title, chosen.title.length, chosen.title.length);
  };

  const ACTIONS = { link, "- ": list, cite: askWhich };
  document.addEventListener("click", ({ target }) => {
    const mark = target.closest(".markdownx-marks [data-mark]")?.dataset.mark;
    if (mark) (ACTIONS[mark] ?? ((area) => around(area, mark)))(areaOf(target));
  });
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
    const files = [...event.clipboardData.files];
    if (!area || !files.length || event.clipboardData.getData("text/plain")) return;
    event.preventDefault();
    uploadAll(area, files);
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
    document.querySelectorAll(".markdownx-marks").forEach((marks) => (marks.hidden = false));
    document.querySelectorAll("textarea.markdownx-editor").forEach((area) => {
      if (area.value.trim()) refresh(area);
    });
  });
})();
