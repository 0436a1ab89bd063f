// Command numbrix judges boards of Numbrix: the numbers from 1 on stand in a chain of neighbours. It reads one board
// from standard input, a row in a line, 0 for an empty cell, and says whether it has exactly one solution.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/pzc-lang/pzc"
)

const rules = `
puzzle Numbrix
param rows: 1..20 = 1
param cols: 1..20 = 1
param given[r in 0..rows-1, k in 0..cols-1]: 0..400 = 0
type Cell = grid(rows, cols)
state place[n in 1..rows*cols]: Cell = any
goal distinct n in 1..rows*cols: place[n]
goal forall n in 1..rows*cols-1: manhattan(place[n], place[n + 1]) == 1
goal forall c in Cell where given[c.row, c.col] > 0: place[given[c.row, c.col]] == c
`

type board struct {
	Rows, Cols int
	Given      [][]int
}

func main() {
	model, err := pzc.Parse("numbrix.pz", rules)
	if err != nil {
		log.Fatal(err)
	}
	var b board
	for in := bufio.NewScanner(os.Stdin); in.Scan(); b.Rows++ {
		row := make([]int, len(strings.Fields(in.Text())))
		for k, word := range strings.Fields(in.Text()) {
			if row[k], err = strconv.Atoi(word); err != nil {
				log.Fatal(err)
			}
		}
		b.Cols, b.Given = len(row), append(b.Given, row)
	}
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	puzzle, err := model.Puzzle(ctx, "", b)
	if err != nil {
		log.Fatal(err)
	}
	n, complete, err := puzzle.Count(ctx, pzc.Options{Limit: 2})
	fmt.Println("solutions:", n, "all:", complete, err)
}
