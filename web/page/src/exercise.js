// An exercise of the course: the task, what its public part says of an answer, and the file to hand in.

import { count, fill, h, save } from "./dom.js";

// grade writes the points of an answer or of a part. null means that it was not judged.
const grade = (g) => (g.points === null ? "no grade" : `${g.points} of ${count(g.of, "point")}`);

// inline makes code and emphasis of a line of Markdown. A link shows its text.
function inline(text) {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) =>
    part.startsWith("`") && part.length > 1 ? h("code", {}, part.slice(1, -1)) : part.startsWith("**") && part.length > 3 ? h("strong", {}, part.slice(2, -2)) : part);
}

// markdown makes elements of headings, paragraphs, lists and code; the rest stays as it is written.
export function markdown(text) {
  const out = [];
  for (const [i, part] of text.replaceAll("\r\n", "\n").split(/^```.*$/m).entries()) {
    if (i % 2) {
      out.push(h("pre", { tabindex: 0 }, part.replace(/^\n|\n$/g, "")));
      continue;
    }
    for (const block of part.trim().split(/\n{2,}/).filter(Boolean)) {
      const lines = block.split("\n");
      if (/^#+ /.test(block)) out.push(h("h2", {}, inline(lines[0].replace(/^#+ /, ""))), lines.length > 1 && h("p", {}, inline(lines.slice(1).join(" "))));
      else if (/^[-*] |^\d+\. /.test(block)) {
        const items = block.split(/^(?:[-*]|\d+\.) /m).slice(1);
        out.push(h(/^\d/.test(block) ? "ol" : "ul", {}, items.map((l) => h("li", {}, inline(l.replace(/\s+/g, " "))))));
      } else out.push(h("p", {}, inline(lines.join(" "))));
    }
  }
  return out;
}

export class Exercise {
  #app;
  #task = null; // {exercise, task, handIn}
  #result = null;

  constructor(app) { this.#app = app; }

  get open() { return this.#task !== null; }

  // #handIn are the files that are handed in.
  get #handIn() {
    const { files, main } = this.#app.session;
    const wanted = (this.#task.handIn ?? []).map((x) => x.file).filter((f) => f in files);
    return wanted.length > 0 ? [...new Set(wanted)] : [main];
  }

  begin(task) {
    this.#task = task;
    this.#result = null;
  }

  forget() { this.#result = null; }

  panel(root) {
    if (!this.#task) return;
    const { session } = this.#app;
    const r = this.#result;
    fill(root,
      this.#task.task && h("article", { class: "task" }, markdown(this.#task.task)),
      h("div", { class: "controls" },
        h("button", { type: "button", class: "primary", onclick: () => this.check() }, "Check the answer"),
        this.#handIn.map((name) => h("button", { type: "button", onclick: () => save(name, "text/plain", session.files[name]) }, `Download ${name} to hand in`))),
      r && h("section", { "aria-label": "Result" },
        h("h2", {}, grade(r)),
        h("ul", { class: "facts" }, r.parts.map((p) => h("li", { class: p.points === p.of ? "good" : "bad" },
          h("strong", {}, p.part || p.kind), `: ${grade(p)}`, p.status && `, ${p.status}`,
          p.said?.length > 0 && h("ul", {}, p.said.map((s) => h("li", {}, s))),
          p.board?.length > 0 && h("pre", { tabindex: 0 }, p.board.join("\n")), p.hint && h("p", { class: "note" }, p.hint))))));
  }

  async check() {
    const { session } = this.#app;
    const r = await this.#app.run("Checking", "exercise", { exercise: this.#task.exercise, files: session.files, main: session.main });
    if (!r) return;
    this.#result = r;
    this.#app.show("exercise");
    this.#app.say(`${grade(r)}.`);
  }
}
