// What one begins with: a small model of some kind, an example, the last works, a file, or a text in another format.

import { count, dialog, fill, h, sentence } from "./dom.js";
import { keep, works } from "./store.js";

const groups = {
  template: "", moves: "Moves", loops: "Loops and links", shading: "Shading", numbers: "Numbers", latin: "Once in a row and column",
  regions: "Regions", objects: "Objects", mathematics: "Mathematics", course: "Course",
};

const shown = Object.keys(groups).slice(1); // of the library, and the course

// The kinds that a first visit offers to begin with.
const kinds = ["rule", "sudoku", "place", "push", "walk"].map((kind) => "new/" + kind);

// gallery lists examples of some groups, with places for their pictures.
function gallery(models, wanted, choose) {
  const item = (m) => {
    const picture = h("span", { class: "thumb", "aria-hidden": "true", "data-name": m.group === "course" ? null : m.name });
    return h("li", {}, h("button", { type: "button", onclick: () => choose(m) }, picture,
      h("span", {}, h("strong", {}, m.name.replace("new/", "")), " ", h("span", { class: "note" }, m.about))));
  };
  const sections = Object.entries(groups).filter(([group]) => wanted.includes(group)).map(([group, title]) => {
    const all = models.filter((m) => m.group === group);
    return all.length > 0 && h("section", {}, title && h("h3", {}, title), h("ul", {}, all.map(item)));
  }).filter(Boolean);
  return sections.length > 0 ? sections : [h("p", {}, "None.")];
}

// pictures draws the pictures in an element when they come into view, one after the other.
function pictures(app, within, ended) {
  let last = Promise.resolve();
  const draw = async (place) => {
    if (ended() || !place.isConnected || place.firstChild) return;
    const { text } = await app.language.lookup("picture", { name: place.dataset.name }).catch(() => ({}));
    if (text) place.append(h("img", { alt: "", src: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text) }));
  };
  const seen = new IntersectionObserver((entries) => entries.filter((e) => e.isIntersecting).forEach((e) => {
    seen.unobserve(e.target);
    last = last.then(() => draw(e.target));
  }));
  for (const place of within.querySelectorAll("[data-name]")) seen.observe(place);
}

// newPuzzle offers models to begin with, an empty page, files and texts in other formats.
export async function newPuzzle(app) {
  app.save();
  const list = h("div", { class: "examples" }, "Loading…");
  const recent = works();
  let open = true;
  const file = h("input", { type: "file", multiple: true, class: "sr", tabindex: -1, "aria-label": "Files", onchange: async () => {
    const files = {};
    for (const f of file.files) files[f.name] = await f.text();
    if (file.files.length === 0) return;
    d.close();
    await openTexts(app, files);
  } });
  const d = dialog("New puzzle", [
    h("div", { class: "controls" },
      h("button", { type: "button", onclick: async () => {
        d.close();
        app.see("model");
        await app.replace({ files: { "puzzle.pz": "" }, main: "puzzle.pz" });
        app.remember();
        app.editor?.focus();
      } }, "Empty page"),
      h("button", { type: "button", onclick: () => file.click() }, "Open a file…"), file,
      h("button", { type: "button", onclick: () => { d.close(); paste(app); } }, "Paste…")),
    h("p", { class: "note" }, "What you have written is kept: the Back button of the browser returns to it."),
    list,
    recent.length > 0 && h("section", { class: "examples", "aria-label": "Recent" }, h("h3", {}, "Recent"),
      h("ul", {}, recent.map((w) => h("li", {}, h("button", { type: "button", onclick: async () => {
        d.close();
        await app.replace(w);
        app.written();
      } }, h("span", {}, h("strong", {}, w.name), " ", h("span", { class: "note" }, new Date(w.id).toLocaleString()))))))),
  ]);
  d.addEventListener("close", () => { open = false; });
  const { models } = await app.language.lookup("examples");
  fill(list, gallery(models, ["template"], async (m) => {
    d.close();
    const { files, main } = await app.language.lookup("example", { name: m.name });
    await app.replace({ files, main });
    app.written();
  }));
  pictures(app, list, () => !open);
}

// welcome is the first view: what this is, and what one can play or begin with.
export async function welcome(app) {
  let open = true;
  const list = h("div", { class: "examples" }, "Loading…");
  const d = dialog("Puzzles from their rules", h("div", { class: "stack" },
    h("p", {}, "Write the rules of a puzzle: here it is played, solved, explained, measured, and others like it are made."), list));
  d.addEventListener("close", () => {
    open = false;
    keep("pzc-welcomed", "1");
  });
  const { models } = await app.language.lookup("examples");
  const choose = async (m) => {
    d.close();
    if (m.group === "template") app.see("model");
    await app.leave();
    app.example(m.name);
  };
  fill(list, h("h3", {}, "A rule of your own"), gallery(kinds.flatMap((kind) => models.filter((m) => m.name === kind)), ["template"], choose),
    gallery(models, shown.slice(0, -1), choose));
  pictures(app, list, () => !open);
}

// examples offers the models of the library and the exercises of the course.
export async function examples(app) {
  app.save();
  let open = true;
  const list = h("div", { class: "examples" }, "Loading…");
  const filter = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter examples" });
  const kind = h("select", { "aria-label": "Kind" }, h("option", { value: "" }, "All kinds"),
    Object.entries(groups).filter(([, title]) => title).map(([group, title]) => h("option", { value: group }, title)));
  const d = dialog("Examples", [h("div", { class: "controls" }, filter, kind), list]);
  d.addEventListener("close", () => { open = false; });
  const { models } = await app.language.lookup("examples");
  const show = () => {
    const text = filter.value.toLowerCase();
    fill(list, gallery(models.filter((m) => `${m.name} ${m.also ?? ""} ${m.about}`.toLowerCase().includes(text)),
      kind.value ? [kind.value] : shown, async (m) => {
        d.close();
        await app.leave();
        app.example(m.name);
      }));
    pictures(app, list, () => !open);
  };
  filter.addEventListener("input", show);
  kind.addEventListener("change", show);
  show();
  filter.focus();
}

const isModel = (name, text) => /\.pz$/.test(name) || /^[ \t]*(puzzle[ \t]+\w|use[ \t]+")/m.test(text);
const isPlanning = (name, text) => /\.pddl$/.test(name) || /^(?:\s|;[^\n]*(?:\n|$))*\(\s*define\s*\(/i.test(text);

// openTexts opens files. One that is neither a model nor PDDL is read as levels in another format.
export async function openTexts(app, files) {
  const names = Object.keys(files);
  const other = names.find((n) => !isModel(n, files[n]) && !isPlanning(n, files[n]));
  if (other !== undefined) return paste(app, { name: other, text: files[other] });
  await app.replace({ files, main: names[0] });
  app.written();
}

// paste asks for a text: a model, PDDL, or levels in a format that `pzc import` reads.
function paste(app, { name = "", text = "" } = {}) {
  const area = h("textarea", { id: "pasted", rows: 12, spellcheck: "false", autocapitalize: "off" });
  area.value = text;
  const said = h("div", { id: "paste-said", role: "status" });
  const format = h("select", { id: "paste-format" }, h("option", { value: "" }, "as the text tells"));
  const work = h("div");
  const say = (what) => fill(said, h("p", { class: "error" }, what));
  const read = async () => {
    const text = area.value;
    const at = name || (isPlanning("", text) ? "task.pddl" : "puzzle.pz");
    if (!format.value && (isModel(name, text) || isPlanning(name, text))) {
      d.close();
      await app.replace({ files: { [at]: text }, main: at });
      return app.written();
    }
    if (!text.trim()) return say("There is no text yet.");
    fill(said);
    const found = await app.run("Reading", "levels", { text, name, as: format.value }, { text: null, at: work, say });
    if (!found) return null;
    if (!found.name) {
      fill(said, found.formats.length > 1 && h("p", { class: "error" },
        found.fits ? "Several formats read this text: choose one." : "No format reads this text: choose one to see why."),
        h("ul", {}, found.findings.slice(0, 20).map((f) => h("li", {}, `line ${f.line}: ${f.message}`, f.help && ` – ${f.help}`))));
      fill(format, format.firstChild, found.formats.map((f) => h("option", { value: f.name, selected: f.name === format.value }, `${f.name}: ${f.about}`)));
      return null;
    }
    d.close();
    await app.replace({ files: { [found.name]: found.text }, main: found.name });
    app.written();
    return app.say([`Read as ${found.formats[0].name}: ${count(found.levels, "level")}.`,
      found.findings.map((f) => ` Line ${f.line}: ${f.message}.`)]);
  };
  const d = dialog(name || "Paste a puzzle", h("div", { class: "stack" },
    h("label", { for: "pasted" }, "A model, a task of PDDL, levels of other programs, or an address of puzz.link"), area,
    h("label", { for: "paste-format" }, "Format"), format, work, said,
    h("button", { type: "button", class: "primary", id: "read-pasted", onclick: read }, "Read")));
  d.addEventListener("close", () => work.querySelector("button")?.click());
  if (text) read();
  else area.focus();
}
