package difftest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
)

// Models with symmetries and prunings that hold: equal pieces that walk on a board, with what does not matter beside
// them. Pieces may share a cell, so that they can be exchanged and their moves as well; mirrored boards have mirrored
// walls.
func writePromises(t *rapid.T, _ int) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	number := func(what string, lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, what) }
	chance := func(what string) bool { return rapid.Bool().Draw(t, what) }
	rows, cols, pieces := number("rows", 1, 3), number("columns", 2, 3), number("pieces", 1, 3)
	mirrored := chance("mirrored")
	line("puzzle Promises\ntype Cell = grid(%d, %d)\ntype Piece = 1..%d", rows, cols, pieces)
	wall, target := cells(t, rows, cols, mirrored, "wall"), cells(t, rows, cols, mirrored, "target")
	line("const wall[c in Cell]: bool = c in %s\nconst target[c in Cell]: bool = c in %s", wall, target)
	line("state at[p in Piece]: Cell = nth(Cell, %d)", number("start", 0, rows*cols-1))
	fuel := chance("fuel")
	if fuel {
		line("state fuel: 0..5 = %d", number("amount", 1, 5))
	}
	line("state idle: 0..2 = %d", number("idle", 0, 2))
	cost := number("cost", 1, 2)
	line("move go(p: Piece, d: Dir) when not wall[at[p] + d] cost %d {\n  at[p] := at[p] + d%s\n}", cost,
		pick2(fuel, "\n  fuel := fuel - 1", ""))
	line("move whirl cost %d { idle := (idle + 1) %% 3 }", number("cost of idling", 0, 1))
	if chance("jump") {
		line("move jump(p: Piece) when at[p] == (0, 0) cost %d { at[p] := (%d, %d) }", number("cost of a jump", 0, 3),
			rows-1,
			cols-1)
	}
	line("goal forall p in Piece: target[at[p]]")
	line("symmetry exchange(p: Piece, q: Piece) where p < q { at[p], at[q] := at[q], at[p] }")
	line("symmetry rest(k: 0..2)%s { idle := k }", pick2(chance("condition"), " when k != 1 or idle != 2", ""))
	line("prune go(p, _), go(q, _) where p %s q", pick2(chance("upwards"), ">", "<"))
	line("prune whirl, go(_, _)")
	if !fuel {
		line("prune go(p, d), go(p, e) where e == -d")
	}
	if mirrored && !strings.Contains(b.String(), "jump") {
		line("symmetry mirror { for p in Piece { at[p] := (at[p].row, %d - at[p].col) } }", cols-1)
	}
	return b.String()
}

func pick2(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// cells is a random set of cells.
func cells(t *rapid.T, rows, cols int, mirrored bool, what string) string {
	out := []string{"nth(Cell, 1)"}
	if mirrored {
		out = append(out, fmt.Sprintf("nth(Cell, %d)", cols-2))
	}
	for r := range rows {
		for c := range cols {
			if mirrored && c > cols-1-c {
				continue
			}
			if rapid.IntRange(0, 3).Draw(t, what) == 0 {
				out = append(out, fmt.Sprintf("nth(Cell, %d)", r*cols+c))
				if mirrored && c < cols-1-c {
					out = append(out, fmt.Sprintf("nth(Cell, %d)", r*cols+cols-1-c))
				}
			}
		}
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// TestPromisesAgree: with and without symmetries and prunings there is one answer.
func TestPromisesAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		sub := drawBy(rt, writePromises, 300)
		if sub == nil {
			return
		}
		for _, claim := range verify.All(rt.Context(), sub.x.Model(), verify.Limits{States: 1000}).Claims {
			require.Nil(rt, claim.Fault, "the model's promise: %s", claim.Name)
			require.True(rt, claim.Checked, "the model's promise: %s: %s", claim.Name, claim.Open)
		}
		for _, off := range []backends.Options{{}, {NoSymmetry: true, NoPrune: true}} {
			for _, a := range []string{"auto", "bfs", "ucs", "astar", "greedy", "dfs", "idastar", "backtrack"} {
				o := off
				if o.Algorithm = a; len(sub.states) > 30 && (a == "idastar" || a == "backtrack") {
					continue
				}
				got := sub.solve("search", o)
				sub.sound(got, sub.least)
				require.Equal(rt, sub.status(), got.Status, "%s with %+v: %s", a, off, got.Reason)
			}
		}
	})
}
