"""A cell magic for Jupyter: %%pzc solves the puzzle in the cell with the program pzc.

    %load_ext pzc_magic

    %%pzc --data board --into answer
    puzzle Small
    param n: 1..9
    state x: 0..99 = any
    goal x == n * n

The options are those of a command of pzc, solve unless another one stands first. --data NAME takes a dict of Python as
data, and --into NAME stores what pzc prints as JSON in a dict. The plan or the values are shown as text and as a board.
"""

import json
import os
import shlex
import shutil
import subprocess
import tempfile

__version__ = "0.1.0"

COMMANDS = ("solve", "count", "check", "why", "rate", "explore")


class PzcError(Exception):
    """pzc found a mistake in the cell or in the options."""

    def _render_traceback_(self):  # IPython shows the message alone
        return [str(self)]


class Result(dict):
    """What pzc prints as JSON, with the text and the board that a notebook shows."""

    def __init__(self, values, text, svg):
        super().__init__(values)
        self.text, self.svg = text, svg

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = {"text/plain": self.text}
        if self.svg:
            bundle["image/svg+xml"] = self.svg
        return bundle


def _listed(value):
    """What JSON lacks and people have in Python: a set is a list in order, other values are themselves as lists."""
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if hasattr(value, "tolist"):  # an array or a number of NumPy
        return value.tolist()
    raise PzcError(f"a value of type {type(value).__name__} cannot be data: numbers, texts, lists, sets and dicts can")


def run(model, command="solve", options=(), data=None, timeout=60):
    """Run a command of pzc on the text of a model. Return a Result, or raise PzcError."""
    program = os.environ.get("PZC") or shutil.which("pzc")
    if not program:
        raise PzcError("the program pzc is not on the path; the variable PZC may name it")
    if command not in COMMANDS:
        raise PzcError(f"there is no command {command!r} here; there are {', '.join(COMMANDS)}")
    with tempfile.TemporaryDirectory() as folder:
        files = {"cell.pz": model}
        line = [program, command, "cell.pz", "--progress=none", f"--timeout={timeout}s", *options]
        if data is not None:
            files["data.json"] = json.dumps(data, default=_listed)
            line.append("--data=data.json")
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)

        def ask(*more):
            return subprocess.run(line + list(more), cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, encoding="utf-8")

        shown = ask("--color=never", *(["--svg=board.svg"] if command == "solve" else []))
        if shown.returncode not in (0, 1, 3):
            raise PzcError((shown.stdout + shown.stderr).strip())
        try:
            values = json.loads(ask("--format=json").stdout)
        except ValueError:
            values = {}
        try:
            with open(os.path.join(folder, "board.svg"), encoding="utf-8") as file:
                svg = file.read()
        except FileNotFoundError:
            svg = ""
        return Result(values, (shown.stdout + shown.stderr).rstrip(), svg)


def magic(line, cell, names):
    """Run a cell. names are the variables of the notebook."""
    words, command, data, into, options = shlex.split(line), "solve", None, None, []
    if words and not words[0].startswith("-"):
        command = words.pop(0)
    while words:
        word = words.pop(0)
        name, has_value, value = word.partition("=")
        if name not in ("--data", "--into"):
            options.append(word)
            continue
        if not has_value:
            value = words.pop(0) if words else ""
        if not value.isidentifier() or name == "--data" and value not in names:
            raise PzcError(f"{name} {value}: the name of a variable of Python is wanted")
        if name == "--data":
            data = names[value]
        else:
            into = value
    result = run(cell, command, options, data)
    if into:
        names[into] = result
    return result


def load_ipython_extension(shell):
    """Called by %load_ext pzc_magic."""
    shell.register_magic_function(lambda line, cell: magic(line, cell, shell.user_ns), "cell", "pzc")
