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

  const post = (area, url, data) => {
    const form = area.form;
    data.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    return fetch(url, { method: "POST", body: data, redirect: "error", credentials: "same-origin" });
  };

  // Whose text it is: what the form asks for, else what the server said of it.
  const whose = (area) => {
    const asked = area.form.elements[area.dataset.researcherField || "researcher"];
    return (asked && asked.value) || area.dataset.researcher || "";
  };

  const say = (area, text) => {
    parts(area).status.textContent = text;
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
    const data = new FormData();
    data.append("content", text);
    data.append("researcher", whose(area));
    try {
      const answer = await post(area, area.dataset.previewUrl, data);
      const body = await answer.text();
      if (latest.get(area) !== text) return;
      if (answer.ok) show(area, body);
      say(area, answer.ok ? "" : plain(answer, body));
    } catch {
      say(area, parts(area).status.dataset.offline);
    }
  };

  const plain = (answer, body) =>
    (answer.headers.get("Content-Type") || "").startsWith("text/plain") ? body : answer.statusText;

  const later = (area) => {
    clearTimeout(timers.get(area));
    timers.set(area, setTimeout(() => refresh(area), DELAY));
  };

  const insert = (area, text) => {
    const start = area.selectionStart;
    area.setRangeText(text, start, area.selectionEnd, "end");
    const alt = text.indexOf("]");
    if (text.startsWith("![") && alt > 2) area.setSelectionRange(start + 2, start + alt);
    area.focus();
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const upload = async (area, file) => {
    const data = new FormData();
    data.append("image", file);
    data.append("researcher", whose(area));
    say(area, parts(area).status.dataset.uploading);
    try {
      const answer = await post(area, area.dataset.uploadUrl, data);
      if (!answer.ok) return say(area, plain(answer, await answer.text()));
      insert(area, (await answer.json()).image_code);
      say(area, "");
    } catch {
      say(area, parts(area).status.dataset.offline);
    }
  };

  const editor = (target) =>
    target instanceof HTMLTextAreaElement && target.matches(".markdownx-editor") ? target : null;

  const picture = (list) => [...(list || [])].find((file) => file.type.startsWith("image/"));

  document.addEventListener("input", (event) => {
    const area = editor(event.target);
    if (area) later(area);
  });

  document.addEventListener("change", (event) => {
    if (!event.target.matches(".markdownx-file")) return;
    const area = event.target.closest(".markdownx").querySelector("textarea");
    const file = event.target.files[0];
    event.target.value = "";
    if (file) upload(area, file);
  });

  document.addEventListener("paste", (event) => {
    const area = editor(event.target);
    const file = area && picture(event.clipboardData.files);
    if (!file) return;
    event.preventDefault();
    upload(area, file);
  });

  document.addEventListener("dragover", (event) => {
    if (editor(event.target) && [...event.dataTransfer.types].includes("Files")) event.preventDefault();
  });

  document.addEventListener("drop", (event) => {
    const area = editor(event.target);
    const file = area && picture(event.dataTransfer.files);
    if (!file) return;
    event.preventDefault();
    upload(area, file);
  });

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("textarea.markdownx-editor").forEach((area) => {
      if (area.value.trim()) refresh(area);
    });
  });
})();
