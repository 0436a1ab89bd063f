package grading

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/coursework/exercise/settings"
)

// gripper is an exercise in PDDL.
const gripper = `
-- exercise.toml --
feedback = "hint"
reference = "domain.pddl"
[[part]]
title = "The domain"
kind = "domain"
file = "mine.pddl"
points = 4
instances = ["p01.pddl"]
hidden = ["p02.pddl"]
-- task.md --
A robot with two grippers carries balls.
-- domain.pddl --
(define (domain gripper)
 (:predicates (room ?r) (ball ?b) (gripper ?g) (at-robby ?r) (at ?b ?r) (free ?g) (carry ?b ?g))
 (:action move :parameters (?from ?to) :precondition (and (room ?from) (room ?to) (at-robby ?from))
  :effect (and (at-robby ?to) (not (at-robby ?from))))
 (:action pick :parameters (?b ?r ?g)
  :precondition (and (ball ?b) (room ?r) (gripper ?g) (at ?b ?r) (at-robby ?r) (free ?g))
  :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
 (:action drop :parameters (?b ?r ?g)
  :precondition (and (ball ?b) (room ?r) (gripper ?g) (carry ?b ?g) (at-robby ?r))
  :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))
-- p01.pddl --
(define (problem two) (:domain gripper)
 (:objects rooma roomb ball1 ball2 left right)
 (:init (room rooma) (room roomb) (ball ball1) (ball ball2) (gripper left) (gripper right)
  (at-robby rooma) (free left) (free right) (at ball1 rooma) (at ball2 rooma))
 (:goal (and (at ball1 roomb) (at ball2 roomb))))
-- p02.pddl --
(define (problem secret) (:domain gripper)
 (:objects rooma roomb hall ball1 left)
 (:init (room rooma) (room roomb) (room hall) (ball ball1) (gripper left)
  (at-robby rooma) (free left) (at ball1 rooma))
 (:goal (at ball1 hall)))
-- wrong/forgets.pddl --
; hint: What does the gripper still hold?
;   Look at drop.
(define (domain gripper)
 (:predicates (room ?r) (ball ?b) (gripper ?g) (at-robby ?r) (at ?b ?r) (free ?g) (carry ?b ?g))
 (:action move :parameters (?from ?to) :precondition (and (room ?from) (room ?to) (at-robby ?from))
  :effect (and (at-robby ?to) (not (at-robby ?from))))
 (:action pick :parameters (?b ?r ?g)
  :precondition (and (ball ?b) (room ?r) (gripper ?g) (at ?b ?r) (at-robby ?r) (free ?g))
  :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
 (:action drop :parameters (?b ?r ?g)
  :precondition (and (ball ?b) (room ?r) (gripper ?g) (carry ?b ?g) (at-robby ?r))
  :effect (and (at ?b ?r) (free ?g))))
`

// TestDomain grades domains of PDDL.
func TestDomain(t *testing.T) {
	x := open(t, unpack(t, gripper))
	j := New(x, Options{})
	for _, f := range j.Check(t.Context()) {
		assert.True(t, f.OK && !f.Warning, f.Text)
	}
	reference, err := x.Read("domain.pddl")
	require.NoError(t, err)
	problem, err := x.Read("p01.pddl")
	require.NoError(t, err)
	replaced := func(text string, pairs ...string) string {
		for i := 0; i < len(pairs); i += 2 {
			require.Contains(t, text, pairs[i])
		}
		return strings.NewReplacer(pairs...).Replace(text)
	}
	for _, tt := range []struct {
		name, text string
		points     float64
		want       []string
	}{
		{"right", "; mine\n" + reference, 4, []string{"Right."}},
		{
			"a forgotten delete effect", replaced(reference, " (not (carry ?b ?g))", ""), 0, []string{
				"Your domain is too loose: it allows a move that should be impossible. This shows in the problem p01.pddl.",
				"After 2 moves, only your domain allows `(drop ball1 rooma left)`. " +
					"The moves before: (pick ball1 rooma left), (drop ball1 rooma left).",
				"Hint: What does the gripper still hold? Look at drop.",
			},
		},
		{
			"too strict", replaced(reference, "(room ?to) (at", "(room ?to) (exists (?g) (and (gripper ?g) (free ?g))) (at"), 0,
			[]string{
				"Your domain is too strict",
				"After 2 moves, only the domain of the exercise allows `(move rooma rooma)`.",
				"Line 3 of your domain: `(move rooma rooma)` cannot be made: (exists (?g)",
			},
		},
		{
			"an object of one problem", replaced(reference, "(room ?to) (at", "(room ?to) (ball ball2) (at"), 2,
			[]string{"The data of a hidden problem does not fit your domain."},
		},
		{
			"a precondition for three rooms", replaced(reference, "(room ?to) (at",
				"(room ?to) (forall (?a ?b ?c) (imply (and (room ?a) (room ?b) (room ?c)) "+
					"(or (= ?a ?b) (= ?a ?c) (= ?b ?c)))) (at"), 2,
			[]string{"This shows in a hidden problem.", "Right in 1 of 2 problems."},
		},
		{
			"an error", replaced(reference, "(free ?g))\n", "(fre ?g))\n"), 0,
			[]string{"mine.pddl has an error in line 6: the predicate `fre` is not declared; did you mean `free`?"},
		},
		{
			"other predicates", replaced(reference, "at-robby", "robby"), 0,
			[]string{"mine.pddl does not fit the problem p01.pddl, line 4: the predicate `at-robby` is not declared."},
		},
		{ // one of them has the name of an object
			"its own problem", replaced(reference+problem, "at-robby", "left", "carry", "holds"), 2,
			[]string{"The data of a hidden problem does not fit your domain."},
		},
		{
			"another problem", reference + replaced(problem, "problem two", "problem too"), 4,
			[]string{"The problem `too` in mine.pddl is not used"},
		},
		{
			"another action", replaced(reference, ":action drop", ":action put-down"), 0,
			[]string{"In your domain, there is no move `drop`."},
		},
		{
			"one parameter too many", replaced(reference, "drop :parameters (?b ?r ?g)", "drop :parameters (?b ?r ?g ?x)"), 0,
			[]string{"In your domain, `drop` has 4 parameters, not 3."},
		},
		{"a problem alone", problem, 0, []string{"this is no domain of PDDL"}},
		{"nothing", "", 0, []string{"mine.pddl is empty"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := j.part(t.Context(), &x.Parts[0], map[string]string{"mine.pddl": tt.text})
			text := strings.Join(p.Lines(), "\n")
			for _, want := range tt.want {
				assert.Contains(t, text, want)
			}
			assert.InDelta(t, tt.points, points(p.Points), 0.001, text)
			assert.NotContains(t, text, "secret")
		})
	}
}

// TestDomainSame: `same` lines name actions of PDDL. Names of objects in the models may differ.
func TestDomainSame(t *testing.T) {
	x := open(t, unpack(t, gripper, "reference =",
		`same = ["(pick ?b ?r ?g) = (pick-up ?r ?b ?g)", "move(a, b) = go(a, b)"]`+"\nreference ="))
	reference, err := x.Read("domain.pddl")
	require.NoError(t, err)
	mine := strings.NewReplacer(":action pick :parameters (?b ?r ?g)", ":action pick-up :parameters (?r ?b ?g)",
		":action move", ":action go").Replace(reference)
	p := New(x, Options{}).part(t.Context(), &x.Parts[0], map[string]string{"mine.pddl": mine})
	assert.Equal(t, Right, p.Status, p.Said)
}

// TestBadDomains: what does not fit a part about PDDL is named.
func TestBadDomains(t *testing.T) {
	for _, tt := range []struct{ name, old, with, want string }{
		{"a model", `"domain.pddl"`, `"task.pz"`, "of the kind `domain` is a domain of PDDL, and task.pz is none"},
		{"another kind", `"domain"`, `"model"`, "a part of the kind `model` is about a model, and domain.pddl is PDDL"},
		{"no problem", "instances = [\"p01.pddl\"]\nhidden = [\"p02.pddl\"]", "", "part 1 names no problem"},
		{"a problem that is not there", `"p01.pddl"`, `"p1.pddl"`, "the exercise has no file p1.pddl"},
		{"a setting", "points", "expanded = 3\npoints", "a part of the kind `domain` has no setting `expanded`"},
		{"no instance", "[\"p01.pddl\"]", "[\"\"]", "`` does not lie in the folder of the exercise"},
	} {
		_, _, diags := settings.Open(unpack(t, gripper, tt.old, tt.with))
		require.ErrorContains(t, diags.Err(), tt.want, tt.name)
	}
	for _, tt := range []struct{ name, old, with, want string }{
		{"a bad problem", "(free left) (at ball1 rooma))", "(fre left))", "the predicate `fre` is not declared"},
		{"no hint", "; hint:", "; no hint", "begin it with `; hint: …`"},
	} {
		var bad []string
		for _, f := range New(open(t, unpack(t, gripper, tt.old, tt.with)), Options{}).Check(t.Context()) {
			if !f.OK {
				bad = append(bad, f.Text)
			}
		}
		assert.Contains(t, strings.Join(bad, "\n"), tt.want, tt.name)
	}
}
