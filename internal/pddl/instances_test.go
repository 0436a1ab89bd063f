package pddl_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/pddl"
)

const line = `(define (domain line) (:types stop)
  (:predicates (at ?s - stop) (road ?a ?b - stop) (open))
  (:functions (total-cost) - number (toll) - number (km ?a ?b - stop) - number)
  (:action go :parameters (?a ?b - stop) :precondition (and (at ?a) (road ?a ?b) (open))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) (+ (toll) (km ?a ?b)))))
  (:action home :parameters (?a - stop) :precondition (at ?a)
    :effect (and (not (at ?a)) (at depot) (increase (total-cost) 9))))`

const (
	first = `(define (problem one) (:domain line) (:objects depot a - stop)
  (:init (at depot) (open) (road depot a) (= (toll) 1) (= (km depot a) 4)) (:goal (at a))
  (:metric minimize (total-cost)))`
	second = `(define (problem two) (:domain line) (:objects depot b c - stop)
  (:init (at c) (road b c) (= (toll) 2) (= (km b c) 7)) (:goal (or (at b) (at depot)))
  (:metric minimize (total-cost)))`
)

func TestInstances(t *testing.T) {
	task, diags := pddl.Read(pddl.Text{Name: "d", Text: line}, pddl.Text{Name: "p", Text: first},
		pddl.Text{Name: "q", Text: second})
	require.Empty(t, diags)
	text := pddl.Write(task).Text
	for _, want := range []string{
		"param depot: Thing\n", "param open: bool\n", "param road: set (Thing, Thing)\n", "param km[of_km]: 4..7\n",
		"param toll: 1..2\n", "  open = false\n", "  of_km = {(b, c)}\n", "  km = [7]\n", "  initial_at = c\n",
		"goal forall s in goal_at: at == s\n", "goal forall (x1, x2) in goal_condition: at == x1 or at == x2\n",
		"  goal_condition = {(b, depot)}\n",
	} {
		assert.Contains(t, text, want)
	}
}

// What cannot be one model is refused, with the place.
func TestNoInstances(t *testing.T) {
	for _, c := range []struct{ old, new, at, want string }{
		{"(:domain line)", "(:domain other)", "q:1", "this problem is for the domain `other`"},
		{"(:metric minimize (total-cost))", "", "p:3", "`one` has a metric and `two` has none"},
		{"depot", "shed", "d:7", "the problem `two` has no object `depot`"},
		{"(= (toll) 2)", "", "d:3", "`toll` has no value in the problem `two`"},
		{"b c - stop", "b c a - stop - stop", "q:1", "before `-` a name is missing"},
		{"(at b)", "(at a)", "q:2", "the object `a` is not declared"},
	} {
		task, diags := pddl.Read(pddl.Text{Name: "d", Text: line}, pddl.Text{Name: "p", Text: first},
			pddl.Text{Name: "q", Text: strings.ReplaceAll(second, c.old, c.new)})
		if task != nil {
			diags = pddl.Write(task).Findings
		}
		require.True(t, diags.HasErrors(), c.want)
		assert.Contains(t, diags[0].Error(), c.at)
		assert.Contains(t, diags[0].Error(), c.want)
	}
}
