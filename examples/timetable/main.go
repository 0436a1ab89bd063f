// Command timetable plans lessons: no teacher and no class twice in an hour, and nobody waits.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/pzc-lang/pzc"
)

const rules = `
puzzle Timetable
param enum Teacher = { nobody }
param enum Class = { none }
param hours: 1..10 = 4
param lesson: list of (Teacher, Class) = []
type Hour = 1..hours
type Lesson = 0..size(lesson)-1
state at[i in Lesson]: Hour = any
def teacher(i: Lesson) = let (t, _) = lesson[i]: t
def class(i: Lesson) = let (_, c) = lesson[i]: c
goal forall i in Lesson, j in Lesson where i < j and (teacher(i) == teacher(j) or class(i) == class(j)): at[i] != at[j]
def taught(t: Teacher) = { i for i in Lesson where teacher(i) == t }
minimize sum t in Teacher: (max i in taught(t): at[i]) - (min i in taught(t): at[i])
`

type plan struct {
	Teacher, Class []string
	Hours          int
	Lesson         [][2]string
}

func main() {
	wanted := plan{
		Teacher: []string{"curie", "gauss", "noether"},
		Class:   []string{"blue", "red"}, Hours: 4,
		Lesson: [][2]string{
			{"curie", "blue"}, {"curie", "red"}, {"gauss", "blue"}, {"gauss", "red"}, {"noether", "blue"}, {"noether", "red"},
		},
	}
	model, err := pzc.Parse("timetable.pz", rules)
	if err != nil {
		log.Fatal(err)
	}
	puzzle, err := model.Puzzle(context.Background(), "", wanted)
	if err != nil {
		log.Fatal(err)
	}
	answer, err := puzzle.Solve(context.Background(), pzc.Options{})
	if err != nil || answer.Status != pzc.Solved {
		log.Fatal(answer, err)
	}
	var times struct{ At []int }
	_ = answer.Solutions[0].Values(&times) // a list of numbers, as the field
	for i, hour := range times.At {
		fmt.Println("hour", hour, wanted.Lesson[i])
	}
}
