/** Limits of a request. A request may have limits of its own. */
export interface Limits {
  /** Seconds of work; 60 unless given. */
  seconds?: number;
  /** Bytes of memory; 512 MB unless given. The worker ends at twice as many. */
  memory?: number;
}

/** Which puzzle, and where in it. */
export interface Position extends Limits {
  /** An instance of the model; "" is the model's own parameters. */
  instance?: string;
  /** With several starts: the values that choose one. */
  start?: Record<string, string>;
  /** Moves from the start, such as "row(goat)". */
  moves?: string[];
  /** Without moves: values of elements, such as {"value[(0, 1)]": "5"}. */
  values?: Record<string, string>;
}

export interface Cancel { signal?: AbortSignal }

export interface Search { all?: boolean; limit?: number; algorithm?: string; heuristic?: string; backend?: string }

/** `move` is for the question "move". */
export interface Question { question?: "solution" | "move" | "plan" | "unique" | "redundant"; move?: string }

export interface Finding {
  severity: "error" | "warning"; code: string; message: string; help?: string;
  file: string; from: number; to: number; line: number; column: number;
}

export interface Loaded {
  ok: boolean; puzzle: string; moves?: boolean; complete?: boolean; instances: string[]; findings?: Finding[];
}

export interface Fact { role?: string; text: string; line?: number; plan?: string[]; parts?: Fact[] }

export interface Solution { plan?: string[]; values?: Record<string, string>; cost: number }

export interface Answer extends Solution {
  /** "solved in 7 moves, optimal" */
  headline: string; reason?: string;
  /** What `pzc solve --format json` prints. */
  answer: { status: "solved" | "unsolvable" | "unknown"; optimal?: boolean; complete?: boolean };
  solutions?: Solution[];
}

/** With moves: `next` is a move. Without: `element` gets the value `text`, or there is no `element`. */
export interface Hint {
  message: string; status?: "solved" | "unsolvable" | "unknown"; left?: number; next?: string;
  element?: string; text?: string; facts?: Fact[];
}

export interface Reasons { question: string; complete?: boolean; limit?: string; facts: Fact[] }

export interface State {
  title: string;
  /** The board. It holds no script, no link and no style. */
  svg: string;
  moves?: { move: string; label?: string; cost: number; direction?: string }[]; goal?: boolean; lost?: string;
  values?: unknown; elements?: { name: string; text?: string; options?: string[] }[]; solved?: boolean;
  conflicts?: { message: string; elements?: string[] }[];
}

/** Stopped is why a request has no answer: a limit was reached, or it was cancelled. */
export class Stopped extends Error {}

/** A compiler in a worker of its own, with one model. Its methods are answered one after the other. */
export class Pzc {
  constructor(limits?: Limits);
  /** load checks a model: a text, or texts by the names of files. The error has `findings`. The model before it is gone. */
  load(model: string | Record<string, string>, main?: string): Promise<Loaded>;
  /** library loads a model of the library, such as "sudoku". */
  library(name: string): Promise<Loaded>;
  solve(at?: Position & Search, o?: Cancel): Promise<Answer>;
  /** `complete` is false if there may be more than `count` solutions. */
  count(at?: Position & { limit?: number }, o?: Cancel): Promise<{ count: number; complete: boolean }>;
  hint(at?: Position, o?: Cancel): Promise<Hint>;
  /** steps solves a puzzle without moves as a person would. */
  steps(at?: Position, o?: Cancel): Promise<Reasons>;
  why(at?: Position & Question, o?: Cancel): Promise<Reasons>;
  validate(at?: Position, o?: Cancel): Promise<{ valid: boolean; message: string; at?: number }>;
  play(at?: Position, o?: Cancel): Promise<State>;
  /** request asks any method of web/README.md. */
  request(method: string, params?: object, o?: Cancel): Promise<any>;
  /** close ends the worker. Later requests are refused. */
  close(): void;
}
