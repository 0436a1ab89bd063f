// A client of the language server: findings, completion, explanations, definitions, renaming, formatting, quick fixes.

import { autocompletion, snippet } from "@codemirror/autocomplete";
import { setDiagnostics } from "@codemirror/lint";
import { hoverTooltip } from "@codemirror/view";
import { Stopped } from "./compiler.js";
import { ask, h } from "./dom.js";

export const uriOf = (file) => "file:///" + file.split("/").map(encodeURIComponent).join("/");
export const fileOf = (uri) => decodeURIComponent(uri.replace(/^file:\/\/\//, ""));

export class Client extends EventTarget {
  #compiler;
  #id = 0;
  #waiting = new Map();
  #versions = new Map();
  #files;
  #begun = null;
  #serving = false;
  #rests = false;
  findings = new Map(); // file → findings of the server

  // files() are the files by name, with their texts.
  constructor(compiler, files) {
    super();
    this.#compiler = compiler;
    this.#files = files;
    compiler.onmessage = (m) => this.#receive(m);
  }

  // begin starts the server, once, and gives it the files. What needs the server begins it; otherwise it comes after
  // the first board, because it takes as long as that.
  begin() { return this.#rests ? null : (this.#begun ??= this.#begin()); }

  // rest ends the server with its worker. It begins again by wake, when there is a board of another text: the server may
  // have been at work for too long on this one.
  rest() {
    for (const w of this.#waiting.values()) w.reject(new Stopped("the text changed"));
    this.#waiting.clear();
    this.#versions.clear();
    this.#begun = null;
    this.#serving = false;
    this.#rests = true;
  }

  wake() {
    if (!this.#rests) return;
    this.#rests = false;
    this.begin();
  }

  async #begin() {
    await this.#ask("initialize", {
      processId: null, rootUri: null,
      capabilities: {
        textDocument: {
          completion: { completionItem: { snippetSupport: true, documentationFormat: ["plaintext"] } },
          hover: { contentFormat: ["plaintext"] },
          publishDiagnostics: { versionSupport: true },
          rename: { prepareSupport: true },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
        },
      },
      initializationOptions: { untrusted: true },
    });
    this.notify("initialized", {});
    this.#serving = true;
    this.serve();
  }

  // serve gives the server the files, and takes from it those that are no more.
  serve() {
    const files = this.#files();
    for (const file of [...this.#versions.keys()]) {
      if (file in files) continue;
      this.#versions.delete(file);
      this.findings.delete(file);
      this.notify("textDocument/didClose", { textDocument: { uri: uriOf(file) } });
    }
    for (const [name, text] of Object.entries(files)) this.set(name, text);
  }

  #receive(m) {
    if (m.method === "textDocument/publishDiagnostics") {
      const file = fileOf(m.params.uri);
      if (m.params.version !== undefined && m.params.version !== this.#versions.get(file)) return;
      this.findings.set(file, m.params.diagnostics);
      this.dispatchEvent(new CustomEvent("findings", { detail: file }));
    } else if (m.method && m.id !== undefined) this.#compiler.send({ id: m.id, result: null });
    else if (m.id !== undefined) {
      const w = this.#waiting.get(m.id);
      this.#waiting.delete(m.id);
      if (m.error) w?.reject(new Error(m.error.message));
      else w?.resolve(m.result);
    }
  }

  notify(method, params) { this.#compiler.send({ method, params }); }

  async request(method, params) {
    await this.begin();
    if (this.#rests) throw new Error("The language server waits for a change of the text.");
    return this.#ask(method, params);
  }

  #ask(method, params) {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#compiler.send({ id, method, params });
    });
  }

  // set gives the server the text of a file, if it has begun.
  set(file, text) {
    if (!this.#serving) return;
    const version = (this.#versions.get(file) ?? 0) + 1;
    const isNew = !this.#versions.has(file);
    this.#versions.set(file, version);
    if (isNew) {
      this.notify("textDocument/didOpen", { textDocument: { uri: uriOf(file), languageId: "pz", version, text } });
    } else {
      this.notify("textDocument/didChange", { textDocument: { uri: uriOf(file), version }, contentChanges: [{ text }] });
    }
  }
}

export function position(doc, offset) {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

export function offset(doc, at) {
  if (at.line >= doc.lines) return doc.length;
  const line = doc.line(at.line + 1);
  return Math.min(line.from + at.character, line.to);
}

const range = (doc, r) => ({ from: offset(doc, r.start), to: offset(doc, r.end) });
const severities = { 1: "error", 2: "warning", 3: "info", 4: "hint" };

// Completion kinds of the protocol, as the editor's symbols.
const kinds = {
  3: "function", 5: "property", 6: "variable", 7: "type", 13: "enum", 14: "keyword", 15: "text", 20: "constant", 21: "constant",
  22: "type", 2: "function", 10: "property", 12: "constant", 1: "text",
};

// template writes a snippet of the protocol as the editor wants it.
function template(text) {
  return text.replace(/\$\{(\d+)\|([^,|]*)[^}]*\}/g, "${$1:$2}").replace(/\$0|\$\{0\}/g, "${}").replace(/\$([1-9])/g, "${$1}");
}

// prose makes paragraphs of a text that may have fences of code.
function prose(text) {
  const parts = text.split(/```\w*\n?/);
  return h("div", { class: "prose" }, parts.map((part, i) => i % 2
    ? h("pre", {}, part.trimEnd())
    : part.trim() && part.trim().split(/\n{2,}/).map((p) => h("p", {}, p.replace(/\\([\\`*_{}[\]()#+\-.!|<>])/g, "$1")))));
}

// extensions connects an editor of a file to the server. show(file, range) shows a place, apply makes an edit of
// several files.
export function extensions(client, file, { show, apply }) {
  const at = (state, pos) => ({ textDocument: { uri: uriOf(file()) }, position: position(state.doc, pos) });
  const complete = async (context) => {
    const word = context.matchBefore(/\w+/);
    if (!word && !context.explicit && !/[.:'"([{,\s]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos))) return null;
    if (!word && !context.explicit) return null;
    const answer = await client.request("textDocument/completion", at(context.state, context.pos)).catch(() => null);
    const items = answer?.items ?? answer ?? [];
    if (context.aborted || items.length === 0) return null;
    return {
      from: word?.from ?? context.pos,
      validFor: /^\w*$/,
      options: items.map((item) => {
        const text = item.textEdit?.newText ?? item.insertText ?? item.label;
        return {
          label: item.filterText ?? item.label, displayLabel: item.label, detail: item.detail, type: kinds[item.kind],
          sortText: item.sortText, info: documentation(item.documentation),
          apply: item.insertTextFormat === 2 ? snippet(template(text)) : text,
        };
      }),
    };
  };
  const hover = hoverTooltip(async (view, pos) => {
    const answer = await client.request("textDocument/hover", at(view.state, pos)).catch(() => null);
    if (!answer) return null;
    const text = typeof answer.contents === "string" ? answer.contents : answer.contents.value;
    const r = answer.range ? range(view.state.doc, answer.range) : { from: pos, to: pos };
    return { pos: r.from, end: r.to, create: () => ({ dom: prose(text) }) };
  });
  const rename = (view) => {
    (async () => {
      const params = at(view.state, view.state.selection.main.head);
      const found = await client.request("textDocument/prepareRename", params);
      if (!found) throw new Error("There is no name here that can be changed.");
      const r = range(view.state.doc, found.range ?? found);
      const name = await ask("Rename", "New name", view.state.sliceDoc(r.from, r.to));
      if (name === null) return;
      apply(await client.request("textDocument/rename", { ...params, newName: name }));
      view.focus();
    })().catch((e) => show(null, null, e.message));
    return true;
  };
  const definition = (view) => {
    client.request("textDocument/definition", at(view.state, view.state.selection.main.head)).then((found) => {
      const place = Array.isArray(found) ? found[0] : found;
      if (place) show(fileOf(place.uri ?? place.targetUri), place.range ?? place.targetSelectionRange);
    }).catch((e) => show(null, null, e.message));
    return true;
  };
  return {
    extension: [autocompletion({ override: [complete], icons: false }), hover],
    keys: [
      { key: "F2", run: rename },
      { key: "F12", run: definition },
      { key: "Shift-Alt-f", run: () => (format(client, file(), apply), true) },
    ],
  };
}

function documentation(d) {
  const text = typeof d === "string" ? d : d?.value;
  return text ? () => prose(text) : undefined;
}

export async function format(client, file, apply) {
  const edits = await client.request("textDocument/formatting", {
    textDocument: { uri: uriOf(file) }, options: { tabSize: 2, insertSpaces: true },
  });
  if (edits?.length) apply({ changes: { [uriOf(file)]: edits } });
}

// mark shows the findings of a file in its editor, with what fixes them.
export async function mark(client, view, file, apply) {
  const found = client.findings.get(file) ?? [];
  const lint = (actions) => found.map((d, i) => ({
    ...range(view.state.doc, d.range), severity: severities[d.severity ?? 1], source: d.code, message: d.message,
    actions: actions[i] ?? [],
  }));
  view.dispatch(setDiagnostics(view.state, lint([])));
  const actions = await Promise.all(found.slice(0, 20).map((d) => client.request("textDocument/codeAction", {
    textDocument: { uri: uriOf(file) }, range: d.range, context: { diagnostics: [d], only: ["quickfix"] },
  }).catch(() => null)));
  if (client.findings.get(file) !== found || !actions.some((a) => a?.length)) return;
  view.dispatch(setDiagnostics(view.state, lint(actions.map((list) => (list ?? []).filter((a) => a.edit)
    .map((a) => ({ name: a.title, apply: () => apply(a.edit) }))))));
}

// changesOf are the changes of a workspace edit, by file.
export function changesOf(edit) {
  const all = Object.entries(edit?.changes ?? {});
  for (const d of edit?.documentChanges ?? []) if (d.edits) all.push([d.textDocument.uri, d.edits]);
  return all.map(([uri, edits]) => [fileOf(uri), edits]);
}
