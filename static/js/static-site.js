/* On an exported site, what a server does elsewhere: lists filtered, words looked for. The answers
   are made of the site's own pages and of a small index of each list and of the whole. */

const texts = new Map();

/* Each asked for once. */
function text(address) {
  if (!texts.has(address.href)) {
    texts.set(address.href, fetch(address, { credentials: "omit" }).then((response) => {
      if (!response.ok) throw new Error(`${response.status} ${address}`);
      return response.text();
    }));
  }
  return texts.get(address.href);
}

const json = async (address) => JSON.parse(await text(address));

const page = async (address) => whole(
  new DOMParser().parseFromString(await text(address), "text/html"), address,
);

/* Links as whole addresses: they are read on another page than their own, or under another
   address of the same. */
function whole(root, address) {
  for (const name of ["href", "src", "action", "data-index", "data-finder", "data-script", "data-style"]) {
    for (const element of root.querySelectorAll(`[${name}]`)) {
      const value = element.getAttribute(name);
      if (!value.startsWith("#")) element.setAttribute(name, new URL(value, address).href);
    }
  }
  for (const element of root.querySelectorAll("[srcset]")) {
    element.srcset = element.getAttribute("srcset").split(", ").map((part) => {
      const [url, width] = part.split(" ");
      return `${new URL(url, address)} ${width}`;
    }).join(", ");
  }
  return root;
}

whole(document, location.href);

/* --- Words, folded as the server folds them ------------------------------------ */

const LETTERS = {
  ß: "ss", ø: "o", ł: "l", ı: "i", ȷ: "j", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ħ: "h", ŋ: "n",
};

const fold = (words) => words.toLowerCase()
  .replace(/[ßøłıȷđðþæœħŋ]/g, (letter) => LETTERS[letter])
  .normalize("NFKD").replace(/\p{M}/gu, "");

const plain = (words) => fold(words).replace(/[^\p{L}\p{N}]+/gu, " ").trim();

/* --- A list of papers ------------------------------------------------------------ */

const PARTS = ["year", "type", "venue", "topic", "role", "selected", "q"];
const PHRASE = /["“”„][^"“”„]+|[^\s"“”„]+/g;

const TESTS = {
  year: (paper, value) => paper[0] === value,
  type: (paper, value) => paper[1] === value,
  venue: (paper, value) => paper[2] === value,
  topic: (paper, value) => paper[3].includes(value),
  role: (paper, value) => value === "first" && Boolean(paper[4]),
  selected: (paper) => Boolean(paper[5]),
  q: (paper, phrases) => phrases.every((phrase) => paper[6].includes(phrase)),
};

/* What the list would answer at `target`, as a page; `form` is that of its filters. */
export async function list(target, form) {
  const start = new URL(".", form.dataset.index);
  const asked = new URL(target, document.baseURI).searchParams;
  const view = asked.get("view") === "compact" ? "view/compact/" : "";
  const wanted = {};
  for (const part of PARTS) {
    const value = (asked.get(part) || "").trim();
    if (value) wanted[part] = value;
  }
  const number = Number(asked.get("page")) || 1;
  if (!Object.keys(wanted).length) {
    return page(new URL(`${view}${number > 1 ? `page/${number}/` : ""}`, start));
  }
  if (wanted.q) wanted.q = (wanted.q.match(PHRASE) || []).map(plain).filter(Boolean);
  const index = await json(new URL(form.dataset.index));
  const passes = (paper, but) => Object.entries(wanted)
    .every(([part, value]) => part === but || TESTS[part](paper, value));
  const count = (part, value) => index.papers
    .filter((paper) => passes(paper, part) && TESTS[part](paper, value)).length;
  const found = await page(new URL(view, start));
  const matches = [...index.papers.keys()].filter((place) => passes(index.papers[place]));
  await keepOnly(found, matches, index, new URL(view, start));
  recount(found, form, wanted, count);
  const clear = Object.assign(document.createElement("a"), { textContent: index.clear });
  clear.href = new URL(view, start);
  clear.dataset.clear = "";
  const words = index.found[index.forms[matches.length]].replace("%(counter)s", matches.length);
  found.querySelector(".result-count").replaceChildren(`${words} `, clear);
  return found;
}

/* The papers at the places `matches`, under their years; they may stand on several pages. */
async function keepOnly(found, matches, index, start) {
  const years = found.querySelector("#results .years");
  const old = [...years.querySelectorAll("section.year")];
  const sections = new Map();
  const pages = new Map();
  for (const place of matches) {
    const number = Math.floor(place / index.page_size) + 1;
    if (!pages.has(number)) {
      const other = number > 1 ? await page(new URL(`page/${number}/`, start)) : found;
      pages.set(number, [...other.querySelectorAll("#results .papers > li")]);
    }
    const paper = pages.get(number)[place % index.page_size];
    const source = paper.closest("section.year");
    const id = source.getAttribute("aria-labelledby");
    if (!sections.has(id)) {
      const section = source.cloneNode(false);
      const papers = source.querySelector(".papers").cloneNode(false);
      section.append(source.querySelector("h2").cloneNode(true), papers);
      sections.set(id, section);
    }
    sections.get(id).querySelector(".papers").append(paper.cloneNode(true));
  }
  for (const section of old) section.remove();
  years.querySelector("nav.pages")?.remove();
  if (sections.size) {
    years.prepend(...sections.values());
  } else {
    const nothing = document.createElement("p");
    nothing.className = "empty";
    nothing.textContent = index.nothing;
    years.replaceChildren(nothing);
  }
}

/* How many each choice would leave. */
function recount(found, form, wanted, count) {
  for (const select of found.querySelectorAll("form.filters select")) {
    for (const option of [...select.options].filter(({ value }) => value)) {
      const number = count(select.name, option.value);
      const isChosen = wanted[select.name] === option.value;
      if (!number && !isChosen) option.remove();
      option.textContent = option.textContent.replace(/\d+\)$/, `${number})`);
      option.toggleAttribute("selected", isChosen);
    }
  }
  for (const [id, part, value] of [["count-first", "role", "first"], ["count-selected", "selected", "1"]]) {
    const place = found.getElementById(id);
    if (place) place.textContent = count(part, value);
  }
  const rail = found.querySelector(".year-rail");
  for (const link of rail ? rail.querySelectorAll("a") : []) {
    const anchor = link.getAttribute("href").replace(/.*#/, "");
    const year = anchor.replace("year-", "");
    const number = !wanted.year || wanted.year === year ? count("year", year) : 0;
    link.setAttribute("href", `#${anchor}`);
    link.querySelector(".count").textContent = number;
    if (!number) link.closest("li").remove();
  }
  if (rail && rail.querySelectorAll("li").length < 3) rail.remove();
}

/* --- The search ---------------------------------------------------------------------- */

const MOST = 20;
const HAN = /[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/;

/* What the search at `address` would answer, into its `page`; `index`: where the words are. */
export async function search(page, address, index) {
  const query = (new URL(address, document.baseURI).searchParams.get("q") || "").trim();
  const terms = plain(query).split(" ").filter(Boolean);
  const place = page.getElementById("found");
  if (page !== document) whole(page, new URL(address, document.baseURI));
  if (!terms.length) return;
  const at = new URL(index, document.baseURI);
  const { kinds, nothing } = await json(at);
  const has = (words) => terms.every((term) => words.includes(HAN.test(term) ? term : ` ${term}`));
  const parts = kinds.map(({ label, found }) => {
    const hits = found.filter(([words]) => has(` ${words}`));
    return hits.length ? kindOf(label, hits, at) : "";
  }).filter(Boolean);
  if (!parts.length) {
    const none = document.createElement("p");
    none.className = "empty";
    none.setAttribute("role", "status");
    none.textContent = nothing.replace("%(query)s", query);
    parts.push(none);
  }
  place.replaceChildren(...parts);
}

function kindOf(label, hits, address) {
  const section = document.createElement("section");
  section.className = "section";
  const heading = document.createElement("h2");
  heading.textContent = `${label} (${hits.length})`;
  const list = document.createElement("ol");
  list.className = "found plain-list";
  for (const [, html] of hits.slice(0, MOST)) {
    const hit = document.createElement("li");
    hit.className = "hit";
    hit.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
    list.append(hit);
  }
  section.append(heading, whole(list, address));
  return section;
}

const form = document.querySelector(".page-search .search-form[data-index]");
if (form) {
  const { q } = form.elements;
  const show = () => search(document, `?${new URLSearchParams({ q: q.value })}`, form.dataset.index);
  q.value = new URLSearchParams(location.search).get("q") || "";
  show();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    history.replaceState(null, "", `?${new URLSearchParams({ q: q.value })}`);
    show();
  });
}
