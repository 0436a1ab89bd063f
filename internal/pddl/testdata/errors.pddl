(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (robot ?b) :effect (robot ?a)) ; error: the variable `?b` is not declared here | did you mean `?a`?
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (robto ?a) :effect (robot ?a)) ; error: the predicate `robto` is not declared | did you mean `robot`?
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - rom) :precondition (robot ?a) :effect (robot ?a)) ; error: the type `rom` is not declared | did you mean `room`?
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (robot) :effect (robot ?a)) ; error: `robot` wants 1 argument, and has 0 here
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (robot ?a ?a) :effect (robot ?a)) ; error: `robot` wants 1 argument, and has 2 here
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - ball) :precondition (robot ?a) :effect (robot ?a)) ; error: `?a` is of type `ball`, and `?r` of `robot` is of type `room`
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (robot a) :effect (robot ?a)) ; error: the object `a` is not declared, and there is a variable `?a` | write `?a`
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (a - room) :precondition (robot ?a) :effect (robot ?a)) ; error: `a` is no variable: variables begin with `?` | write `?a`
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters ?a :effect (robot r1)) ; error: the parameters stand in brackets | write `:parameters (?a)`
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room ?a - room) :effect (robot ?a)) ; error: the variable `?a` is declared twice
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a -room) :effect (robot ?a)) ; warning: a blank is missing after `-` | write `- room`
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a -) :effect (robot ?a)) ; error: after `-` a type is missing
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :params (?a - room) :effect (and)) ; error: `:params` is no part of an action | the parts are
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :precondtion (and) :effect (and)) ; error: `:precondtion` is no part of an action | did you mean `:precondition`?
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :effect (and) :effect (and)) ; error: the action `x` has `:effect` twice
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition robot :effect (robot ?a)) ; error: a condition is wanted here, and conditions stand in brackets | write `(robot)`
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (not (robot ?a) (robot ?a)) :effect (robot ?a)) ; error: `not` has 2 parts here
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (imply (robot ?a)) :effect (robot ?a)) ; error: `imply` has 1 part here
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (forall ?b (robot ?b)) :effect (robot ?a)) ; error: the variables stand in brackets
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (when (robot ?a) (robot ?a)) :effect (robot ?a)) ; error: `when` belongs to an effect | write `(imply
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (preference p1 (robot ?a)) :effect (robot ?a)) ; error: `preference`: pzc does not read this
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :effect (or (robot ?a) (not (robot ?a)))) ; error: `or` in an effect: pzc does not read this
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :effect robot) ; error: an effect is wanted here, and effects stand in brackets
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :effect (when (robot ?a))) ; error: `when` has 1 part here
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :effect (increase (fuel) 1)) ; error: the function `fuel` is not declared
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :effect (decrease (total-cost) 1)) ; error: `decrease`, a number that changes,: pzc does not read this
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:functions (fuel) (dear) (dist ?a))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (< (fuel) 3)
  :effect (increase (fuel) 1)) ; error: the number `fuel`, which changes and is read elsewhere: pzc does not read this
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1) (= (fuel) 0))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:functions (fuel) (dear) (dist ?a))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (robot ?a)
  :effect (increase (fuel) (dear))) ; nothing
 (:action y :parameters () :effect (increase (dear) 1)) ; error: the number `dear`, which changes
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1) (= (fuel) 0))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:functions (fuel) (dear) (dist ?a))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (robot ?a)
  :effect (increase (fuel ?a) 1)) ; error: `fuel` wants 0 arguments, and has 1 here
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1) (= (fuel) 0))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:functions (fuel) (dear) (dist ?a))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (robot ?a)
  :effect (increase (fuel) 1))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1) (= (fuel) 0))
 (:goal (robot r2))
 (:metric minimize (- (fuel) (dear))) ; error: a metric that is no sum of declared functions: pzc does not read this
)

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:functions (fuel) (dear) (dist ?a))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (robot ?a)
  :effect (increase (fuel) 1))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1) (= (fuel) 0))
 (:goal (robot r2))
 (:metric minimize (dist)) ; error: `dist` wants 1 argument, and has 0 here
)

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:functions (fuel) (dear) (dist ?a))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (robot ?a)
  :effect (increase (fuel) 1))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1) (= (fuel) 0))
 (:goal (robot r2))
 (:metric minimize (dist r1)) ; error: a metric with objects: pzc does not read this
)

;;; case
(define (domain d)
 (:predicates (robot ?r))
 (:functions (fuel) (far ?a) (near ?a))
 (:action go :parameters (?a ?b) :precondition (robot ?a)
  :effect (and (not (robot ?a)) (robot ?b) (increase (fuel) -2) ; error: a cost that may be less than 0: pzc does not read this
)))
(define (problem p) (:domain d) (:objects r1 r2)
 (:init (robot r1) (= (far r1) 3) (= (far r2) 1) (= (near r1) 2) (= (near r2) 1))
 (:goal (robot r2)) (:metric minimize (fuel
)))

;;; case
(define (domain d)
 (:predicates (robot ?r))
 (:functions (fuel) (far ?a) (near ?a))
 (:action go :parameters (?a ?b) :precondition (robot ?a)
  :effect (and (not (robot ?a)) (robot ?b) (increase (fuel) (- (far ?a) (near ?b))) ; error: a cost that may be less than 0: pzc does not read this
)))
(define (problem p) (:domain d) (:objects r1 r2)
 (:init (robot r1) (= (far r1) 3) (= (far r2) 1) (= (near r1) 2) (= (near r2) 1))
 (:goal (robot r2)) (:metric minimize (fuel
)))

;;; case
(define (domain d)
 (:predicates (robot ?r))
 (:functions (fuel) (far ?a) (near ?a))
 (:action go :parameters (?a ?b) :precondition (and (robot ?a) (<= (near ?b) (far ?a)))
  :effect (and (not (robot ?a)) (robot ?b) (increase (fuel) (- (far ?a) (near ?b))) ; nothing
)))
(define (problem p) (:domain d) (:objects r1 r2)
 (:init (robot r1) (= (far r1) 3) (= (far r2) 1) (= (near r1) 2) (= (near r2) 1))
 (:goal (robot r2)) (:metric minimize (fuel
)))

;;; case
(define (domain d)
 (:predicates (robot ?r))
 (:functions (fuel) (far ?a) (near ?a))
 (:action go :parameters (?a ?b) :precondition (robot ?a)
  :effect (and (not (robot ?a)) (robot ?b) (increase (fuel) (+ (far ?a) 1))
)))
(define (problem p) (:domain d) (:objects r1 r2)
 (:init (robot r1) (= (far r1) 3) (= (far r2) 1) (= (near r1) 2) (= (near r2) 1))
 (:goal (robot r2)) (:metric minimize (+ ; error: a metric that is no sum of declared functions: pzc does not read this
)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :effect (and (robot ?a) (increase (total-cost) 1.5))) ; error: the number 1.5, which is not whole: pzc does not read this
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :effect (and (robot ?a) (increase (total-cost) (dist ?a)))) ; error: the function `dist` is not declared
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (and (robot (?a))) :effect (robot ?a)) ; error: a variable or an object is wanted here, not a list
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition ((robot ?a)) :effect (robot ?a)) ; error: a condition begins with a word
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action x :parameters (?a - room) :precondition (robot ?a) :effect) ; error: here a word such as `:effect` with its value is wanted
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action :parameters () :effect (and)) ; error: the action has no name
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:action go :parameters () :effect (and)) ; error: the action `go` is declared twice
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:acton y :parameters () :effect (and)) ; error: `:acton` is no part of a domain | did you mean `:action`?
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:durative-action y :parameters ()) ; error: `:durative-action`: pzc does not read this
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:constraints (and)) ; error: `:constraints`: pzc does not read this
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:task go :parameters ()) ; error: `:task`: pzc does not read this
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:objects b2 - ball) ; error: `:objects` is no part of a domain | it belongs to the other file
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (robot r1) ; error: `robot` is no part of a domain
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:predicates (robot ?r - room)) ; error: the predicate `robot` is declared twice
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:predicates robot2) ; error: a predicate is declared as
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:constants ?c - room) ; error: `?c` is a variable, and an object is wanted here
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:derived (robot ?r - room ?q - room) (robot ?r)) ; error: `robot` wants 1 argument, and has 2 here
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:derived (free ?r - room) (robot ?r)) ; error: the predicate `free` is not declared
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:derived (robot ?r - room)) ; error: a derived predicate is written as
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:predicates (loop ?r - room)) (:derived (loop ?r - room) (not (loop ?r))) ; error: the derived predicate `loop` depends on itself
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:predicates (seen ?r - room)) (:derived (seen ?r) (robot ?r)) (:action y :parameters (?r - room) :effect (seen ?r)) ; error: the predicate `seen` is derived, so no action can write it
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:functions (owner ?b - ball) - room) ; error: a function whose values are objects: pzc does not read this
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:requirements :durative-actions) ; warning: pzc does not read what `:durative-actions` allows
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
 (:requirements :typin) ; warning: `:typin` is no requirement of PDDL | did you mean `:typing`?
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1)
 (at b1 r3)) ; error: the object `r3` is not declared | did you mean
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1)
 (at r1 b1)) ; error: `r1` is of type `room`, and `?b` of `at` is of type `ball`
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1)
 (at b1)) ; error: `at` wants 2 arguments, and has 1 here
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1)
 (= (fuel r1) 3)) ; error: the function `fuel` is not declared
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1)
 (at 5 (robot r1))) ; error: a fact that begins to hold later: pzc does not read this
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1)
 robot) ; error: an atom is wanted here
 (:goal (robot r2)))

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r3))) ; error: the object `r3` is not declared

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot ?r))) ; error: the variable `?r` is not declared here

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r1) (robot r2))) ; error: `:goal` has 2 parts here

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2))
 (:metric maximize (total-cost))) ; error: `maximize`: pzc does not read this

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2))
 (:metric minimize (fuel-used))) ; error: a metric that is no sum of declared functions: pzc does not read this

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2))
 (:init2 (robot r1))) ; error: `:init2` is no part of a problem | did you mean `:init`?

;;; case
(define (domain d) (:requirements :strips :typing)
 (:types ball room - object)
 (:predicates (at ?b - ball ?r - room) (robot ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (robot ?a) :effect (and (not (robot ?a)) (robot ?b)))
)
(define (problem p) (:domain d) (:objects b1 - ball r1 r2 - room)
 (:init (at b1 r1) (robot r1))
 (:goal (robot r2))
 (:action z :effect (and))) ; error: `:action` is no part of a problem | it belongs to the other file

;;; case
(define (domain d)
 (:predicates (p ?x))
 (:action a :parameters (?x) :precondition (p ?x :effect (not (p ?x))) ; error: `(:action a` is not closed before line 4
 (:action b :parameters (?x) :precondition (p ?x) :effect (not (p ?x))))

;;; case
(define (domain d)
 (:predicates (p ?x)))
 (:action a :parameters (?x) :precondition (p ?x) :effect (not (p ?x))) ; error: a PDDL text is one `(define …)`; this stands beside it

;;; case
(define (domain d)
 (:predicates (p ?x))
 (:action a :parameters (?x) :precondition (p ?x) :effect (not (p ?x)) ; error: 2 brackets of `(:action a` are never closed

;;; case
(define (domain d) (:predicates (p ?x)))
) ; error: this `)` closes nothing

;;; case
(define (problem d)) ; error: this is no domain of PDDL

;;; case
(define (domain) (:predicates (p ?x))) ; error: the domain has no name

;;; case
puzzle Boxes ; error: a PDDL text is one `(define …)`; this stands beside it

;;; case
(define (domain d) (:types a - b b - c c - a) ; error: the type `b` is a subtype of itself
 (:predicates (p ?x)))

;;; case
(define (domain d) (:predicates (p ?x) (q ?x)
 (r ?x)) ; warning: `r` is never used
 (:action a :parameters (?x ?y) ; warning: `?y` of `a` is never used
  :precondition (and (p ?x)
   (not (p ?x))) ; warning: `a` can never be applied: it also demands that this atom holds
  :effect (and (q ?x)
   (not (q ?x))))) ; warning: `a` also adds this atom, so it is not deleted

;;; case
(define (domain d)
 (:predicates (near ?a ?b) (p ?a ?b) (q ?a ?b) (r ?a))
 (:derived (p ?x ?y) (or (q ?x ?y) (exists (?z) (and (q ?x ?z) (p ?z ?y))))) ; error: the derived predicate `p` depends on itself in a way that pzc does not read
 (:derived (q ?x ?y) (or (p ?x ?y) (exists (?z) (and (p ?x ?z) (q ?z ?y)))))
 (:action go :parameters (?a ?b) :precondition (and (p ?a ?b) (near ?a ?b)) :effect (r ?a)))
(define (problem p) (:domain d) (:objects o) (:init) (:goal (r o)))

;;; case
(define (domain d)
 (:predicates (at ?a))
 (:functions (total-cost) (far ?a ?b))
 (:action go
  :parameters (?a ?b) ; nothing
  :precondition (at ?a)
  :effect (and (not (at ?a)) (increase (total-cost) (+ 1 (far ?a ?b))))))

;;; case
(define (domain d)
 (:predicates (in ?o ?o)) ; nothing
 (:action go :parameters (?a ?b) :precondition (in ?a ?b) :effect (not (in ?a ?b))))

;;; case
(define (domain d) (:types ball room) (:predicates (at ?b - ball ?r - room) (here ?r - room))
 (:action a :parameters (?b ball ?r - room) ; error: `ball` is a type, and no `-` stands before it | write `- ball`
  :precondition (at ?b ?r) ; nothing
  :effect (here ?r))
 (:action b :parameters (?a ?b room) :effect (here ?b)) ; error: `room` is a type, and no `-` stands before it | write `- room`
 (:action c :parameters (?a room ?b ball) :effect (at ?b ?a)) ; error: `ball` is a type, and no `-` stands before it | write `- ball`
 (:action d :parameters (?r - room) :precondition (exists (?b ball) (at ?b ?r)) :effect (here ?r)) ; error: `ball` is a type
 (:action e :parameters (?r - room) :effect (forall (?b ball) (not (at ?b ?r))))) ; error: `ball` is a type

;;; case
(define (domain d) (:predicates (p ?x) (q ?x))
 (:action a :parameters (?x) :precondition ((p ?x) (q ?x)) :effect (p ?x)) ; error: a condition begins with a word | write `(and (p …) …)`
 (:action b :parameters (?x) :precondition (p ?x) :effect ((p ?x) (not (q ?x)))) ; error: an effect begins with a word | write `(and (p …) …)`
 (:action c :parameters (?x) :precondition (or ((q ?x)) (p ?x)) :effect (p ?x)) ; error: a condition begins with a word | write `(and (q …) …)`
 (:action d :parameters (?x) :precondition (p ?x) :effect (when ((q ?x)) (p ?x))) ; error: a condition begins with a word | write `(and (q …) …)`
 (:action e :parameters (?x) :precondition (not ((not (q ?x)))) :effect (p ?x)) ; error: a condition begins with a word | write `(and (not …) …)`
 (:action f :parameters (?x) :effect (not (and (p ?x) (q ?x)))) ; error: `not` stands before an atom in an effect, not before `and` | write `(not (p ?x))`
 (:action g :parameters (?x) :effect (not (forall (?y) (p ?y)))) ; error: `not` stands before an atom in an effect, not before `forall`
 (:action h :parameters (?x) :effect (not (not (p ?x)))) ; error: `not` stands before an atom in an effect, not before `not`
 (:action i :parameters (?x) :effect (not (when (p ?x) (q ?x))))) ; error: `not` stands before an atom in an effect, not before `when`

;;; case
(define (domain d) (:predicates (p ?x) (q)) (:functions (total-cost) (f ?x) (n))
 (:action a :parameters (?x) :precondition (and (p ?x) (q) (< (n) 3)) :effect (and (not (p ?x)) (increase (total-cost) (f ?x)))))
(define (problem p) (:domain d) (:objects a b)
 (:init (p a) (p a) ; nothing
  (not (p b)) (not (p b)) ; nothing
  (not (p a)) ; error: `(p a)` is false here, and true in line 4 | remove one of the two
  (p b) ; error: `(p b)` is true here, and false in line 5
  (q) (not (q)) ; error: `(q)` is false here, and true in line 8
  (= (f a) 1) (= (f a) 1)
  (= (f a) 7) ; error: `(f a)` is 7 here, and 1 in line 9
  (= (n) 2) (= n 3) ; error: `(n)` is 3 here, and 2 in line 11
  (= (total-cost) 0) (= (total-cost) 1)) ; error: `(total-cost)` is 1 here, and 0 in line 12
 (:goal (not (p a))))

;;; case
(define (domain d) (:predicates (p)) (:functions (total-cost))
 (:action a :effect (and (p) (increase (total-cost) 12345678901234567890)))) ; error: the number 12345678901234567890, which is too large

;;; case
(define (domain d) (:predicates (p)) (:functions (total-cost)) (:action a :effect (and (p) (increase (total-cost) 1))))
(define (problem p) (:domain d) (:init) (:goal (p)) (:metric minimise (total-cost))) ; error: a metric begins with `minimize` | write `(:metric minimize (total-cost))`

;;; case
(define (domain d) (:predicates (at ?t ?p) (gap ?p) (next ?p ?q))
 (:action slide :parameters (?t ?p ?q) :precondition (and (at ?t ?p)(gap ?q)(next ?p?q)) ; nothing
  :effect (and (at ?t ?q) (gap ?p) (not (at ?t ?p)) (not (gap ?q)))))
(define (problem row) (:domain d) (:objects 1 2 p1 p2)
 (:init (at 1 p1) (gap p2) ; nothing
  (at 2 (gap p1))) ; error: a fact that begins to hold later
 (:length (:serial 10) (:parallel 5)) ; nothing
 (:goal (and (at 1 p2) (= 1 1)))) ; nothing

;;; case
(define (domain d) (:predicates (p ?x) (q ?x) (r ?x) (s ?x ?y) (t ?x))
 (:derived (p ?x) (or (q ?x) (exists (?y) (and (p ?y) (s ?y ?x) (not (t ?y)))))) ; nothing
 (:derived (r ?x) (forall (?y) (or (s ?x ?y) (r ?y)))) ; error: the derived predicate `r` depends on itself in a way that pzc does not read | pzc reads paths
 (:action a :parameters (?x) :precondition (and (p ?x) (r ?x)) :effect (t ?x)))

;;; case
(define (domain d) (:predicates (s ?x ?y) (t ?x) (u ?x))
 (:derived (t ?x) (exists (?y ?z) (and (t ?y) (t ?z) (s ?y ?z) (s ?z ?x)))) ; error: the derived predicate `t` depends on itself
 (:action a :parameters (?x) :precondition (t ?x) :effect (u ?x)))
