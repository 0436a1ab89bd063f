// Writes the documents as pages beside the playground. Each model in them that is whole opens there.

import fs from "node:fs";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { Marked } from "marked";

const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

// whole returns the name of the puzzle if a block is a model, and not a part of one.
const whole = (block) => block.lang === "pz" && block.text.match(/^puzzle (\w+)/m)?.[1];

// link is the address in the playground that holds a model.
function link(puzzle, text) {
  const file = `${puzzle.toLowerCase()}.pz`;
  const state = { files: { [file]: text + "\n" }, main: file };
  return `../#v1=${deflateRawSync(JSON.stringify(state)).toString("base64url")}`;
}

// pageOf returns where what a document links to is found: a page, a picture or an exercise; undefined if it is not here.
function pageOf(target, pages) {
  const [file, anchor] = target.split("#");
  const behind = anchor ? "#" + anchor : "";
  if (file === "") return behind;
  const exercise = file.match(/^([\w-]+)\/task\.md$/);
  if (exercise) return `../#example=${exercise[1]}`;
  if (file === "../course/README.md") return "course.html" + behind;
  const name = file.replace(/^\.\.\/docs\//, "");
  if (name === "README.md") return "index.html" + behind;
  if (pages.has(name)) return name.replace(/md$/, "html") + behind;
  return /^images\/[\w-]+\.(svg|png)$/.test(name) ? name : undefined;
}

function renderer(pages) {
  return {
    // The anchors are those of the places where the documents are read as they are.
    heading({ tokens, depth, text }) {
      const id = text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
      return `<h${depth} id="${escaped(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const to = /^https?:/.test(href) ? href : pageOf(href, pages);
      return to === undefined ? inner : `<a href="${escaped(to)}">${inner}</a>`;
    },
    // An empty head heads nothing.
    tablecell({ header, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const tag = header && inner ? "th" : "td";
      return `<${tag}>${inner}</${tag}>\n`;
    },
    code(block) {
      const pre = `<pre tabindex="0"><code>${escaped(block.text)}\n</code></pre>\n`;
      const puzzle = whole(block);
      if (!puzzle) return pre;
      return `<figure class="model">\n${pre}<p><a href="${link(puzzle, block.text)}">Open ${puzzle} in the playground</a></p>\n` +
        "</figure>\n";
    },
  };
}

// write renders the documents of the repository at root into a folder, by a template with TITLE and TEXT.
export function write(root, template, out) {
  const docs = path.join(root, "docs");
  const pages = new Set(fs.readdirSync(docs).filter((f) => f.endsWith(".md")));
  const marked = new Marked({ renderer: renderer(pages) });
  fs.rmSync(out, { recursive: true, force: true });
  fs.cpSync(path.join(docs, "images"), path.join(out, "images"), { recursive: true });
  const page = (name, file) => {
    const text = fs.readFileSync(file, "utf8");
    const title = text.match(/^# (.*)$/m)?.[1] ?? name;
    const parts = { TITLE: escaped(title.replaceAll("`", "")), TEXT: marked.parse(text) };
    fs.writeFileSync(path.join(out, name + ".html"), template.replace(/TITLE|TEXT/g, (part) => parts[part]));
  };
  for (const file of pages) page(file === "README.md" ? "index" : file.slice(0, -3), path.join(docs, file));
  page("course", path.join(root, "course/README.md"));
}
