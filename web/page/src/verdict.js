// What is known of the puzzle beside the board, while it is written: how many answers it has, and how hard it is.

import { Compiler, Stopped } from "./compiler.js";
import { $, count, fill, h } from "./dom.js";

const most = 100; // answers that are counted
const seconds = 20;
const pause = 400; // ms without a change before the work begins

// differing lists the elements that have two values in the answers.
const differing = ([first, ...others]) => Object.keys(first).filter((name) => others.some((o) => o[name] !== first[name]));

export class Verdict {
  #app;
  #worker = null; // of its own, so that no answer to the user waits for it
  #about = ""; // the text and the instance
  #works = false;
  #timer = 0;

  constructor(app) { this.#app = app; }

  // forget ends what is about an older text.
  forget() {
    clearTimeout(this.#timer);
    if (this.#works) this.#worker.stop();
    this.#works = false;
    this.#about = "";
    fill($("verdict"));
  }

  // look finds out what is known, unless it is about this text already.
  look() {
    const { session } = this.#app;
    const { instance } = session;
    const text = structuredClone(session.text);
    const about = JSON.stringify([text, instance]);
    if (about === this.#about) return;
    this.forget();
    this.#about = about;
    this.#timer = setTimeout(() => this.#work(text, instance, session.model.moves, about), pause);
  }

  async #work(text, instance, moves, about) {
    const worker = this.#worker ??= new Compiler();
    this.#works = true;
    const show = (...parts) => about === this.#about && fill($("verdict"), parts);
    try {
      show(h("span", { class: "note" }, moves ? "How hard?" : "How many answers?"));
      await worker.load(text);
      const answers = moves ? null : await this.#answers(worker, instance);
      if (answers) show(...answers);
      if (!moves && !answers?.unique) return;
      const { measures, hardness } = await worker.request("rate", { instance, states: 100_000, seconds });
      const cost = moves && measures.find((m) => m.name === "cost" && m.text);
      show(moves ? cost && `A best plan costs ${cost.text}` : "One answer", hardness && `, ${hardness}`);
    } catch (error) {
      if (!(error instanceof Stopped)) show(h("span", { class: "note" }, error.message));
    } finally {
      if (about === this.#about) this.#works = false;
    }
  }

  // #answers counts answers, and offers to show where they differ.
  async #answers(worker, instance) {
    const { answer, solutions, reason } = await worker.request("solve", { instance, all: true, limit: most + 1, seconds });
    const n = solutions.length;
    if (n === 0) return [answer.status === "unsolvable" ? "No answer" : `Not known: ${reason}`];
    if (n === 1) return answer.complete ? Object.assign(["One answer"], { unique: true }) : ["One answer or more"];
    const differ = differing(solutions.map((s) => s.values));
    const cells = this.#app.form.cells(differ);
    const places = cells.length > 0 ? count(cells.length, "cell") : count(differ.length, "value");
    return [n > most ? `More than ${most} answers` : `${n} answers${answer.complete ? "" : " or more"}`, `, which differ in ${places} `,
      cells.length > 0 && h("button", { type: "button", onclick: () => this.#app.board.mark(cells) }, "Show where")];
  }
}
