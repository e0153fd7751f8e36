/* Lists of papers and a paper's page: filters that act at once, abstracts and BibTeX on demand,
   copying. Everything here leads elsewhere without it: forms send, links open the paper. */
(() => {
  "use strict";

  const say = document.createElement("p");
  say.className = "visually-hidden";
  say.setAttribute("role", "status");
  document.body.append(say);

  async function text(address, signal) {
    const response = await fetch(address, { signal, credentials: "omit" });
    if (!response.ok) throw new Error(`${response.status} ${address}`);
    return response.text();
  }

  /* Kept, so that a step back is instant. */
  const kept = new Map();

  async function page(address, signal) {
    if (!kept.has(address)) kept.set(address, await text(address, signal));
    return new DOMParser().parseFromString(kept.get(address), "text/html");
  }

  /* --- Copying --------------------------------------------------------------- */

  const copyTemplate = document.getElementById("copy-button");

  function addCopyButton(host) {
    if (!copyTemplate || !navigator.clipboard) return;
    const button = copyTemplate.content.firstElementChild.cloneNode(true);
    const name = host.dataset.copyName;
    if (name) {
      button.id = `${name}-copy`;
      button.setAttribute("aria-labelledby", `${name}-copy ${name}`);
    }
    button.addEventListener("click", () => copy(button, host));
    host.classList.add("copyable");
    host.append(button);
  }

  async function copy(button, host) {
    const words = button.textContent;
    const copied = host.dataset.copy || host.querySelector("code").textContent;
    const answer = await navigator.clipboard.writeText(copied).then(() => "done", () => "failed");
    button.textContent = say.textContent = button.dataset[answer];
    setTimeout(() => {
      button.textContent = words;
      say.textContent = "";
    }, 2000);
  }

  /* --- Abstracts and BibTeX in a list --------------------------------------- */

  const parts = { abstract, bibtex };
  let opened = 0;

  async function abstract(paper) {
    const found = (await page(paper)).querySelector("[aria-labelledby=abstract] .prose");
    if (!found) throw new Error(`no abstract ${paper}`);
    return document.importNode(found, true);
  }

  async function bibtex(paper) {
    const host = document.createElement("div");
    const pre = document.createElement("pre");
    const code = document.createElement("code");
    host.dataset.copy = "";
    pre.className = "bibtex";
    code.textContent = (await text(`${paper.replace(/\/$/, "")}.bib`)).trim();
    pre.append(code);
    host.append(pre);
    addCopyButton(host);
    return host;
  }

  /* A link to the part becomes a button that brings it in. */
  function fold(link) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "fold";
    button.textContent = link.textContent;
    button.setAttribute("aria-expanded", "false");
    let panel;
    button.addEventListener("click", async () => {
      panel ||= addPanel(button, link);
      panel.hidden = !panel.hidden;
      button.setAttribute("aria-expanded", String(!panel.hidden));
      if (panel.hidden || panel.firstChild) return;
      panel.setAttribute("aria-busy", "true");
      try {
        panel.replaceChildren(await parts[link.dataset.part](link.pathname));
      } catch {
        location.assign(link.href);
      }
      panel.removeAttribute("aria-busy");
    });
    link.replaceWith(button);
  }

  function addPanel(button, link) {
    const panel = document.createElement("div");
    opened += 1;
    panel.id = `part-${opened}`;
    panel.className = `panel panel-${link.dataset.part}`;
    panel.hidden = true;
    panel.setAttribute("role", "region");
    panel.setAttribute("aria-label", button.textContent);
    button.setAttribute("aria-controls", panel.id);
    button.closest(".paper").querySelector(".paper-body").append(panel);
    return panel;
  }

  function addFolds(root) {
    for (const link of root.querySelectorAll("a[data-part]")) fold(link);
  }

  /* --- A picture, enlarged: without the script its link leads to it --------------- */

  function enlarge(event) {
    const link = event.target.closest("a.cover-link");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const dialog = document.createElement("dialog");
    const picture = new Image();
    picture.src = link.href;
    picture.alt = link.querySelector("img").alt;
    dialog.className = "enlarged";
    dialog.append(picture);
    dialog.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  document.addEventListener("click", enlarge);

  /* --- Filters ---------------------------------------------------------------- */

  const form = document.querySelector("form.filters");
  const results = document.getElementById("results");
  let asked = new AbortController();
  let timer;

  function address() {
    const wanted = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value.trim()) wanted.set(name, value);
    return [form.getAttribute("action"), wanted].filter(String).join("?");
  }

  /* An exported site has no server that filters: its own script does. */
  async function list(target, signal) {
    const { finder } = form.dataset;
    if (!finder) return page(target, signal);
    return (await import(new URL(finder, document.baseURI))).list(target, form);
  }

  /* `keep`: "pushState" for a step to come back to, "replaceState" while words are typed. */
  async function show(target, keep) {
    clearTimeout(timer);
    asked.abort();
    asked = new AbortController();
    results.setAttribute("aria-busy", "true");
    try {
      const found = await list(target, asked.signal);
      if (keep) history[keep](null, "", target);
      swap(found);
      results.removeAttribute("aria-busy");
    } catch (error) {
      if (error.name !== "AbortError") location.assign(target);
    }
  }

  function swap(found) {
    results.replaceChildren(...found.getElementById("results").childNodes);
    addFolds(results);
    for (const part of form.querySelectorAll("select, .count")) {
      const other = found.getElementById(part.id);
      if (other && part.innerHTML !== other.innerHTML) part.innerHTML = other.innerHTML;
    }
    const count = document.querySelector(".result-count");
    count.replaceChildren(...found.querySelector(".result-count").childNodes);
  }

  /* What the address asks for, in the form. */
  function fill() {
    const wanted = new URLSearchParams(location.search);
    for (const field of form.querySelectorAll("input, select")) {
      const value = wanted.get(field.name) || "";
      if (field.type === "checkbox") field.checked = field.value === value;
      else field.value = value;
    }
  }

  function clear(event) {
    const link = event.target.closest("a[data-clear]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.href, "pushState").then(fill);
    form.querySelector("input[type=search]").focus();
  }

  function watchFilters() {
    fill();
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      show(address(), "pushState");
    });
    form.addEventListener("change", (event) => {
      if (event.target.type !== "search") show(address(), "pushState");
    });
    form.addEventListener("input", (event) => {
      if (event.target.type !== "search") return;
      clearTimeout(timer);
      timer = setTimeout(() => show(address(), "replaceState"), 250);
    });
    document.addEventListener("click", clear);
    addEventListener("popstate", () => show(location.href).then(fill));
    if (form.dataset.finder && location.search) show(location.href);
  }

  document.querySelectorAll("[data-copy]").forEach(addCopyButton);
  if (results) addFolds(results);
  if (form && results) watchFilters();
})();
