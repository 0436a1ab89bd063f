"""The magic in IPython, with the program that the variable PZC names."""

import os
import unittest

from IPython.core.interactiveshell import InteractiveShell

import pzc_magic

SQUARE = "puzzle Square\nparam n: 1..9\nstate x: 0..99 = any\ngoal x == n * n\nview c in grid(1, 1): \"{x}\"\n"
LAMP = "puzzle Lamp\nstate on: bool = false\nmove press { on := not on }\ngoal on\nview c in grid(1, 1): \"{on}\"\n"

TASK = """(define (domain lamps) (:predicates (on ?x)) (:action press :parameters (?x) :effect (on ?x)))
(define (problem two) (:domain lamps) (:objects a b) (:init (on a)) (:goal (and (on a) (on b))))
"""


class Magic(unittest.TestCase):
    def setUp(self):
        self.shell = InteractiveShell.instance()
        self.shell.run_line_magic("load_ext", "pzc_magic")

    def cell(self, line, cell):
        return self.shell.run_cell_magic("pzc", line, cell)

    def test_data_from_python_and_answer_to_python(self):
        self.shell.user_ns["board"] = {"n": 7}
        shown = self.cell("--data board --into answer", SQUARE)
        answer = self.shell.user_ns["answer"]
        self.assertEqual(answer["status"], "solved")
        self.assertEqual(answer["assignment"], {"x": 49})
        self.assertIn("x = 49", repr(shown))
        bundle = shown._repr_mimebundle_()
        self.assertTrue(bundle["image/svg+xml"].startswith("<svg"))
        self.assertIn("49", bundle["image/svg+xml"])

    def test_sets_are_data(self):
        model = "puzzle S\nparam s: set 0..9\nstate x: 0..9 = any\ngoal x == size(s)\n"
        for value in [{3, 1, 2}, frozenset({1, 2, 3}), [1, 2, 3], range(1, 4)]:
            self.shell.user_ns["board"] = {"s": value if not isinstance(value, range) else list(value)}
            self.cell("--data board --into answer", model)
            self.assertEqual(self.shell.user_ns["answer"]["assignment"], {"x": 3})
        self.shell.user_ns["board"] = {"s": object()}
        with self.assertRaises(pzc_magic.PzcError) as caught:
            self.cell("--data board", model)
        self.assertIn("a value of type object cannot be data", str(caught.exception))

    def test_commands_and_options(self):
        self.assertIn("solved in 1 move", repr(self.cell("", LAMP)))
        self.assertEqual(self.cell("solve --backend sat", LAMP)["backend"], "sat")
        self.assertIn("unsolvable", repr(self.cell("", LAMP + "goal not on\n")))
        self.assertEqual(self.cell("count -D n=3", SQUARE)["count"], 1)
        self.assertIn("2 states", repr(self.cell("explore", LAMP)))

    def test_pddl(self):
        self.assertIn("(press b)", repr(self.cell("", TASK)))
        self.assertIn("2 states", repr(self.cell("explore", TASK)))

    def test_mistakes(self):
        for line, cell, want in [
            ("", LAMP.replace("false", "fasle"), "unknown name `fasle`"),
            ("play", LAMP, "there is no command 'play' here"),
            ("--data nothing", SQUARE, "the name of a variable of Python is wanted"),
            ("--into 7", LAMP, "the name of a variable of Python is wanted"),
            ("--nothing", LAMP, "unknown flag --nothing"),
        ]:
            with self.assertRaises(pzc_magic.PzcError) as caught:
                self.cell(line, cell)
            self.assertIn(want, str(caught.exception))
        os.environ["PZC"], before = "", os.environ["PZC"]
        path, os.environ["PATH"] = os.environ["PATH"], ""
        try:
            with self.assertRaises(pzc_magic.PzcError):
                self.cell("", LAMP)
        finally:
            os.environ["PZC"], os.environ["PATH"] = before, path


if __name__ == "__main__":
    unittest.main()
