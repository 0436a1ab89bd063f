// Package pddltest has a planning task for tests.
package pddltest

// Domain is a domain of PDDL in which a robot carries boxes.
const Domain = `(define (domain boxes)
  (:requirements :strips :typing)
  (:types room box)
  (:predicates (at ?b - box ?r - room) (here ?r - room) (held ?b - box) (free))
  (:action walk
    :parameters (?from ?to - room)
    :precondition (here ?from)
    :effect (and (not (here ?from)) (here ?to)))
  (:action pick
    :parameters (?b - box ?r - room)
    :precondition (and (at ?b ?r) (here ?r) (free))
    :effect (and (held ?b) (not (at ?b ?r)) (not (free))))
  (:action drop
    :parameters (?b - box ?r - room)
    :precondition (and (held ?b) (here ?r))
    :effect (and (at ?b ?r) (free) (not (held ?b)))))
`

// Problem is a problem of Domain. Its plan has three actions.
const Problem = `(define (problem moved) (:domain boxes)
  (:objects a b - room c - box)
  (:init (here a) (at c a) (free))
  (:goal (at c b)))
`
