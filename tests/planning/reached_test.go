package planning

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// reached are tasks with derived predicates that say where one comes to over links that depend on the state. Their
// forms are those of known domains.
var reached = map[string][2]string{
	"dry places": {`(define (domain flood) (:types place)
  (:predicates (at ?c - place) (next ?a ?b - place) (wet ?c - place) (pump ?c - place) (reach ?c - place))
  (:derived (reach ?c - place) (or (at ?c) (exists (?b - place) (and (reach ?b) (next ?b ?c) (not (wet ?c))))))
  (:action walk :parameters (?a ?b - place) :precondition (and (at ?a) (reach ?b))
    :effect (and (not (at ?a)) (at ?b)))
  (:action drain :parameters (?a ?b - place) :precondition (and (at ?a) (pump ?a) (next ?a ?b) (wet ?b))
    :effect (not (wet ?b))))`, `(define (problem p) (:domain flood) (:objects a b c d e - place)
  (:init (at a) (next a b) (next b c) (next c d) (next d e) (next b a) (next c b) (wet c) (wet e) (pump b) (pump d))
  (:goal (at e)))`},
	"pushes": { // Sokoban with axioms
		`(define (domain pushes) (:types thing place dir - object player stone - thing)
  (:predicates (at ?t - thing ?l - place) (step ?a ?b - place ?d - dir) (clear ?l - place)
    (can-reach ?p - player ?l - place))
  (:derived (clear ?l - place) (forall (?s - stone) (not (at ?s ?l))))
  (:derived (can-reach ?p - player ?l - place) (at ?p ?l))
  (:derived (can-reach ?p - player ?l - place)
    (and (clear ?l) (exists (?d - dir ?m - place) (and (step ?m ?l ?d) (can-reach ?p ?m)))))
  (:action push :parameters (?p - player ?s - stone ?here ?a ?b ?c - place ?d - dir)
    :precondition (and (at ?p ?here) (can-reach ?p ?a) (step ?a ?b ?d) (step ?b ?c ?d) (at ?s ?b) (clear ?c))
    :effect (and (not (at ?p ?here)) (at ?p ?b) (not (at ?s ?b)) (at ?s ?c))))`,
		`(define (problem p) (:domain pushes) (:objects me - player s t - stone a b c d e f - place l r u w - dir)
  (:init (at me a) (at s b) (at t e) (step a b r) (step b c r) (step c b l) (step b a l) (step d e r) (step e f r)
    (step f e l) (step e d l) (step a d w) (step d a u) (step b e w) (step e b u) (step c f w) (step f c u))
  (:goal (and (at s c) (at t f))))`,
	},
	"feeding": { // power supply: devices with sides, of which two arguments differ
		`(define (domain feed) (:types device side line) (:constants s1 s2 - side)
  (:predicates (con ?x - device ?sx - side ?y - device ?sy - side) (closed ?x - device) (source ?x - device)
    (faulty ?x - device) (fed ?y - device ?sy - side) (unsafe))
  (:derived (fed ?y - device ?sy - side) (or (and (source ?y) (closed ?y) (= ?sy s2))
    (exists (?x - device ?sx - side) (and (closed ?y) (fed ?x ?sx)
      (or (and (= ?sy s2) (con ?x ?sx ?y s1)) (and (= ?sy s1) (con ?x ?sx ?y s2)))))))
  (:derived (unsafe) (exists (?x - device ?s - side) (and (faulty ?x) (fed ?x ?s))))
  (:action open :parameters (?x - device) :precondition (and (closed ?x) (not (unsafe))) :effect (not (closed ?x)))
  (:action close :parameters (?x - device) :precondition (not (closed ?x)) :effect (closed ?x)))`,
		`(define (problem p) (:domain feed) (:objects a b c d e - device)
  (:init (source a) (source e) (closed a) (closed c) (faulty c) (con a s2 b s1) (con b s2 c s1) (con b s2 d s1)
    (con d s2 e s1))
  (:goal (and (fed d s2) (not (unsafe)))))`,
	},
	"distances": { // the trapping game: (dist ?x ?n) counts steps, and both arguments differ
		`(define (domain trap) (:predicates (cat ?x) (shut ?x) (edge ?x ?y) (exit ?x) (zero ?n) (succ ?m ?n) (dist ?x ?n)
    (free) (turn))
  (:derived (dist ?x ?n) (and (exit ?x) (zero ?n)))
  (:derived (dist ?x ?n) (exists (?y ?m) (and (edge ?x ?y) (succ ?m ?n) (not (shut ?y)) (dist ?y ?m))))
  (:derived (dist ?x ?n) (exists (?m) (and (succ ?m ?n) (dist ?x ?m))))
  (:derived (free) (exists (?x) (and (cat ?x) (exists (?n) (dist ?x ?n)))))
  (:action shut :parameters (?x) :precondition (and (turn) (not (cat ?x)) (not (exit ?x)) (not (shut ?x)))
    :effect (and (shut ?x) (not (turn))))
  (:action run :parameters (?x ?y) :precondition (and (not (turn)) (cat ?x) (edge ?x ?y) (not (shut ?y))
      (exists (?n) (and (dist ?y ?n) (not (dist ?x ?n)))))
    :effect (and (not (cat ?x)) (cat ?y) (turn)))
  (:action wait :parameters (?x) :precondition (and (not (turn)) (cat ?x)) :effect (turn)))`,
		`(define (problem p) (:domain trap) (:objects a b c d e)
  (:init (cat a) (turn) (edge a b) (edge b c) (edge a d) (edge d e) (edge b d) (exit c) (exit e) (zero a) (succ a b)
    (succ b c) (succ c d))
  (:goal (not (free))))`,
	},
	"shunting": { // the first end of a path differs
		`(define (domain yard) (:types part unit)
  (:predicates (prev ?x ?y - part) (at ?u - unit ?x - part) (free ?x - part) (open ?x ?y - part))
  (:derived (open ?x ?y - part) (or (and (prev ?x ?y) (free ?y))
    (exists (?n - part) (and (prev ?x ?n) (free ?n) (open ?n ?y)))))
  (:action roll :parameters (?u - unit ?x ?y - part) :precondition (and (at ?u ?x) (open ?x ?y))
    :effect (and (at ?u ?y) (not (at ?u ?x)) (free ?x) (not (free ?y)))))`,
		`(define (problem p) (:domain yard) (:objects u v - unit a b c d - part)
  (:init (at u a) (at v b) (free c) (free d) (prev a b) (prev b c) (prev c d) (prev d c) (prev c b) (prev b a))
  (:goal (and (at u c) (at v d))))`,
	},
	"keys": { // several rules, and an argument that only links need
		`(define (domain keys) (:types place robot key)
  (:predicates (at ?r - robot ?p - place) (door ?a ?b - place) (locked ?b - place) (has ?r - robot ?k - key)
    (lies ?k - key ?p - place) (fits ?k - key ?p - place) (way ?r - robot ?p - place))
  (:derived (way ?r - robot ?p - place) (at ?r ?p))
  (:derived (way ?r - robot ?q - place) (exists (?p - place) (and (way ?r ?p) (door ?p ?q) (not (locked ?q)))))
  (:derived (way ?r - robot ?q - place)
    (exists (?p - place ?k - key) (and (door ?p ?q) (has ?r ?k) (fits ?k ?q) (way ?r ?p))))
  (:action go :parameters (?r - robot ?a ?b - place) :precondition (and (at ?r ?a) (way ?r ?b))
    :effect (and (not (at ?r ?a)) (at ?r ?b)))
  (:action take :parameters (?r - robot ?k - key ?p - place) :precondition (and (at ?r ?p) (lies ?k ?p))
    :effect (and (has ?r ?k) (not (lies ?k ?p)))))`,
		`(define (problem p) (:domain keys) (:objects a b c d - place r s - robot k - key)
  (:init (at r a) (at s c) (door a b) (door b c) (door c d) (door b a) (door c b) (locked d) (lies k b) (fits k d))
  (:goal (and (at s d) (at r c))))`,
	},
}

// The optimal costs of these tasks are those that the evaluator finds.
func TestReached(t *testing.T) {
	for name, texts := range reached {
		t.Run(name, func(t *testing.T) {
			domain, problem := puzzle.Text{Name: "d.pddl", Text: texts[0]}, puzzle.Text{Name: "p.pddl", Text: texts[1]}
			task, diags := pddl.Read(pddl.Text(domain), pddl.Text(problem))
			require.NotNil(t, task, "%v", diags)
			e := &evaluator{task}
			cost, found, whole := e.optimum(5000)
			require.True(t, whole && found)
			require.Positive(t, cost)
			program, diags := puzzle.LoadPDDL(domain, problem)
			require.False(t, diags.HasErrors(), "%v", diags)
			a := solved(t, program, "")
			require.Equal(t, backends.Solved, a.Status, program.Translated())
			paid, err := e.replay(moves(a))
			require.NoError(t, err)
			assert.Equal(t, cost, paid)
		})
	}
}
