// The editor: CodeMirror with the grammar of .pz, one state for each file, connected to the language server.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import {
  bracketMatching, foldKeymap, HighlightStyle, indentOnInput, LanguageSupport, LRLanguage, StreamLanguage, syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField, Text } from "@codemirror/state";
import {
  crosshairCursor, Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, keymap, lineNumbers, rectangularSelection,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { parser } from "lezer-pz";
import { changesOf, extensions, format, mark, offset } from "./lsp.js";

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword], color: "var(--keyword)" },
  { tag: tags.definitionKeyword, fontWeight: "600" },
  { tag: tags.definition(tags.variableName), color: "var(--defined)", fontWeight: "600" },
  { tag: tags.local(tags.variableName), color: "var(--local)" },
  { tag: tags.function(tags.variableName), color: "var(--defined)" },
  { tag: [tags.number, tags.character], color: "var(--literal)" },
  { tag: [tags.string, tags.escape], color: "var(--string)" },
  { tag: tags.lineComment, color: "var(--comment)", fontStyle: "italic" },
]);

const language = new LanguageSupport(LRLanguage.define({
  name: "pz", parser, languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
}));

const pddl = StreamLanguage.define({
  name: "pddl", languageData: { commentTokens: { line: ";" } },
  token(s) {
    if (s.match(/^;.*/)) return "lineComment";
    if (s.match(/^\?[^\s()]+/)) return "variableName.local";
    if (s.match(/^\d+(?![^\s()])/)) return "number";
    if (s.match(/^(:[\w-]+|(define|domain|problem|and|or|not|imply|forall|exists|when|either|increase|minimize)(?![^\s()]))/i)) return "keyword";
    if (!s.match(/^[^\s();]+/)) s.next();
    return null;
  },
});

// A place that the page speaks of is lit up for a while.
const light = StateEffect.define();
const lit = StateField.define({
  create: () => Decoration.none,
  update(marks, tr) {
    marks = tr.docChanged ? Decoration.none : marks;
    for (const e of tr.effects) {
      if (e.is(light)) {
        marks = e.value && e.value.to > e.value.from
          ? Decoration.set(Decoration.mark({ class: "lit" }).range(e.value.from, e.value.to)) : Decoration.none;
      }
    }
    return marks;
  },
  provide: (f) => EditorView.decorations.from(f),
});

// replacing puts a text in the place of what is selected. Browsers keep the look of what they replace by inline styles,
// which the policy of the page forbids.
const replacing = EditorView.domEventHandlers({
  beforeinput(e, view) {
    const { main, ranges } = view.state.selection;
    if (e.inputType !== "insertText" || e.data === null || view.composing || main.empty || ranges.length > 1) return false;
    const insert = () => view.state.update(view.state.replaceSelection(e.data), { userEvent: "input.type", scrollIntoView: true });
    const taken = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, main.from, main.to, e.data, insert));
    if (!taken) view.dispatch(insert());
    e.preventDefault();
    return true;
  },
});

export class Editor {
  #view;
  #states = new Map();
  #file = "";
  #client;
  #o;

  // o: change(file, text), show(file) asks for another file, say(text).
  constructor(parent, client, o) {
    this.#o = o;
    this.#client = client;
    const { extension, keys } = extensions(client, () => this.#file, {
      show: (file, r, message) => {
        if (message) return o.say(message);
        if (!this.#states.has(file) && file !== this.#file) return o.say(`This name is defined in ${file}.`);
        o.show(file);
        const doc = this.#view.state.doc;
        this.reveal({ file, from: offset(doc, r.start), to: offset(doc, r.end) });
      },
      apply: (edit) => this.apply(edit),
    });
    this.extensions = [
      EditorView.lineWrapping, lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(),
      EditorState.allowMultipleSelections.of(true), indentOnInput(), syntaxHighlighting(colours), bracketMatching(),
      closeBrackets(), rectangularSelection(), crosshairCursor(), highlightActiveLine(), highlightSelectionMatches(),
      search({ top: true }), lintGutter(), lit, extension, replacing,
      keymap.of([...keys, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap,
        ...completionKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Model", tabindex: "0", autocapitalize: "off", autocorrect: "off", spellcheck: "false" }),
      EditorState.tabSize.of(2),
      EditorView.updateListener.of((u) => {
        if (u.docChanged) o.change(this.#file, u.state.doc.toString());
      }),
    ];
    this.#view = new EditorView({ parent });
    client.addEventListener("findings", (e) => {
      if (e.detail === this.#file) mark(client, this.#view, this.#file, (edit) => this.apply(edit));
    });
  }

  // open forgets all files and opens others.
  open(files, file) {
    this.#states = new Map(Object.entries(files).map(([name, text]) => [name, this.#state(text)]));
    this.#file = "";
    this.show(file);
  }

  #state(text) {
    const own = /^\s*(;.*\s*)*\(define/i.test(text) ? pddl : language;
    return EditorState.create({ doc: Text.of(text.split(/\r\n?|\n/)), extensions: [own, this.extensions] });
  }

  show(file) {
    if (file === this.#file) return;
    if (this.#file && this.#states.has(this.#file)) this.#states.set(this.#file, this.#view.state);
    this.#file = file;
    this.#view.setState(this.#states.get(file));
    if (this.#client.findings.has(file)) mark(this.#client, this.#view, file, (edit) => this.apply(edit));
  }

  add(file, text) { this.#states.set(file, this.#state(text)); }

  remove(file) { this.#states.delete(file); }

  rename(from, to) {
    if (this.#file === from) this.#states.set(from, this.#view.state);
    const state = this.#states.get(from);
    this.#states.delete(from);
    this.#states.set(to, state);
    if (this.#file === from) this.#file = "";
  }

  // apply makes an edit of several files, as the language server wants it.
  apply(edit) {
    for (const [file, edits] of changesOf(edit)) {
      const state = file === this.#file ? this.#view.state : this.#states.get(file);
      if (!state) continue;
      const changes = edits.map((e) => ({ from: offset(state.doc, e.range.start), to: offset(state.doc, e.range.end), insert: e.newText }));
      this.#change(file, state, { changes });
    }
  }

  #change(file, state, spec) {
    if (file === this.#file) return this.#view.dispatch(spec);
    const next = state.update(spec).state;
    this.#states.set(file, next);
    this.#o.change(file, next.doc.toString());
  }

  // replace puts a text in the place of a span.
  replace({ file, from, to }, insert) {
    const state = file === this.#file ? this.#view.state : this.#states.get(file);
    if (state) this.#change(file, state, { changes: { from, to, insert }, userEvent: "input.paint" });
  }

  // reveal shows a span and lights it up.
  reveal({ file, from, to }, focus = true) {
    if (file !== this.#file) this.#o.show(file);
    const n = this.#view.state.doc.length;
    from = Math.min(from ?? 0, n);
    to = Math.min(to ?? from, n);
    this.#view.dispatch({
      selection: focus ? { anchor: from } : undefined,
      effects: [EditorView.scrollIntoView(from, { y: "center" }), light.of({ from, to })],
    });
    if (focus) this.#view.focus();
  }

  format() { return format(this.#client, this.#file, (edit) => this.apply(edit)); }

  focus() { this.#view.focus(); }
}
