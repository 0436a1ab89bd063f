; hint: What of the ferry is different after a car went on board? Look at what `board` deletes.
; A ferry carries cars, one at a time.
(define (domain ferry)
  (:requirements :strips :typing :equality)
  (:types car place)
  (:predicates
    (at ?c - car ?p - place)
    (at-ferry ?p - place)
    (empty)
    (on ?c - car))

  (:action sail
    :parameters (?from ?to - place)
    :precondition (and (at-ferry ?from) (not (= ?from ?to)))
    :effect (and (at-ferry ?to) (not (at-ferry ?from))))

  (:action board
    :parameters (?c - car ?p - place)
    :precondition (and (at ?c ?p) (at-ferry ?p) (empty))
    :effect (and (on ?c) (not (at ?c ?p))))

  (:action debark
    :parameters (?c - car ?p - place)
    :precondition (and (on ?c) (at-ferry ?p))
    :effect (and (at ?c ?p) (empty) (not (on ?c)))))
