/* The search over a page: what /search/ answers, while one types. Loaded by frame.js when it is
   first opened; its words are those of the link in the header. */

const WAIT = 200;
const FRAME = `
  <form role="search">
    <input type="search" name="q" maxlength="200" autocomplete="off">
    <button type="button"></button>
  </form>
  <p class="visually-hidden" role="status"></p>
  <div class="search-found"></div>`;
let ready;

export async function open(link) {
  const field = document.querySelector(".page-search #q");
  if (field) {
    field.select(); // this page is the search already
    return;
  }
  ready ||= dress([link.dataset.style]).then(() => make(link));
  const overlay = await ready;
  if (!overlay.open) overlay.showModal();
  overlay.querySelector("input").select();
}

function make(link) {
  const overlay = document.createElement("dialog");
  overlay.className = "search-overlay";
  overlay.innerHTML = FRAME;
  const form = overlay.querySelector("form");
  form.action = link.href;
  form.prepend(link.querySelector("svg").cloneNode(true));
  form.elements.q.placeholder = link.title;
  for (const named of [overlay, form.elements.q]) named.setAttribute("aria-label", link.title);
  form.querySelector("button").textContent = link.dataset.close;
  document.body.append(overlay);
  const results = overlay.querySelector(".search-found");
  const status = overlay.querySelector("[role=status]");
  let request = new AbortController();
  let timer;

  async function answer(address, signal) {
    const response = await fetch(address, { signal, credentials: "omit" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const { finder, index } = link.dataset; // of an exported site, which has no server to ask
    if (finder) await (await import(new URL(finder, document.baseURI))).search(page, address, index);
    return page;
  }

  async function show() {
    request.abort();
    const { signal } = (request = new AbortController());
    const words = form.elements.q.value.trim();
    if (!words) {
      results.replaceChildren();
      status.textContent = "";
      return;
    }
    try {
      const address = `${form.action}?${new URLSearchParams({ q: words })}`;
      const page = await answer(address, signal);
      await dress([...page.querySelectorAll("link[rel=stylesheet]")].map((link) => link.href));
      if (!signal.aborted) fill(page.getElementById("found"), address);
    } catch {
      // Another one is under way; or there is no network, and Enter says so.
    }
  }

  function fill(page, address) {
    for (const link of page.querySelectorAll("a")) {
      link.href = new URL(link.getAttribute("href"), address);
    }
    const counts = [...page.querySelectorAll("[role=status], .found-kinds li + li")];
    status.textContent = counts.map((each) => each.textContent.trim()).join(" ");
    for (const each of counts) each.removeAttribute("role");
    results.replaceChildren(...page.childNodes);
    overlay.scrollTop = 0;
  }

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, WAIT);
  });

  overlay.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.isComposing) return;
    const stops = [form.elements.q, ...results.querySelectorAll(".hit h3 a")];
    const next = stops.indexOf(document.activeElement) + step + stops.length;
    stops[next % stops.length].focus();
    event.preventDefault();
  });

  overlay.addEventListener("click", ({ target }) => {
    if (target === overlay || target.closest("button")) overlay.close();
  });
  return overlay;
}

/* The style sheets that this page has not. */
function dress(sheets) {
  const here = [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.href);
  const missing = sheets.filter((sheet) => !here.includes(new URL(sheet, location).href));
  return Promise.all(missing.map((href) => new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = link.onerror = done;
    document.head.append(link);
  })));
}
