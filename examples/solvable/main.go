// Command solvable is a server that says whether a level of Sokoban is solvable, and in how many pushes:
//
//	printf '%s\n' '#######' '#@ $ .#' '#######' | curl --data-binary @- localhost:8080
package main

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"strings"
	"time"

	"github.com/pzc-lang/pzc"
)

type reply struct {
	Status pzc.Status `json:"status"`
	Pushes int64      `json:"pushes,omitempty"`
	Plan   []string   `json:"plan,omitempty"`
	Error  string     `json:"error,omitempty"`
}

func main() {
	model, err := pzc.Library("sokoban_pushes")
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		level, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 10_000))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		ctx, stop := context.WithTimeout(r.Context(), 5*time.Second)
		defer stop()
		_ = json.NewEncoder(w).Encode(judge(ctx, model, string(level)))
	})
	log.Fatal(http.ListenAndServe("localhost:8080", nil))
}

func judge(ctx context.Context, model *pzc.Model, level string) reply {
	rows := strings.Split(strings.Trim(level, "\n"), "\n")
	puzzle, err := model.Puzzle(ctx, "", map[string]any{"level": rows})
	if err != nil {
		return reply{Error: err.Error()}
	}
	answer, err := puzzle.Solve(ctx, pzc.Options{Memory: 1 << 30})
	switch {
	case err != nil:
		return reply{Error: err.Error()}
	case answer.Status != pzc.Solved:
		return reply{Status: answer.Status, Error: answer.Reason}
	}
	plan := answer.Solutions[0]
	return reply{Status: answer.Status, Pushes: plan.Cost, Plan: plan.Moves}
}
