// Reasons, as the compiler gives them: a text, a place, the moves or the board that show it, and what it consists of.

import { h } from "./dom.js";

export function facts(app, list) {
  if (list.length === 0) return h("p", {}, "There is nothing to say.");
  return h("ul", { class: "facts" }, list.map((f) => h("li", {},
    f.text, " ", f.line && app.place(f),
    f.board?.length > 0 && h("pre", { tabindex: 0 }, f.board.join("\n")),
    f.plan?.length > 0 && h("p", {}, h("button", { type: "button", onclick: () => app.session.watch(f.plan) }, "Show these moves")),
    f.parts?.length > 0 && facts(app, f.parts))));
}
