package genres

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/generate"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestLongNeeded: without any one of its goals, some board of a genre has a second answer, unless a comment says that
// the goal follows from others. A goal of a kit is needed in one genre at least.
func TestLongNeeded(t *testing.T) {
	boards(t, genres[0].name)   // or skip: some goals are needed by boards of other people alone
	idle := map[string]string{} // goals that no board needs, by their places
	needed := map[string]bool{}
	for _, r := range rows(t) {
		g := genreOf(strings.TrimPrefix(r.File, "std:"))
		older := g.name == "" && (r.judged != nil || !strings.Contains(r.Text, "\nuse \"std:"))
		if older || !chosen(cmp.Or(g.name, r.Name)) {
			continue
		}
		program := r.program
		data, checked := examples(t, program, g), program.Model()
		goals := checked.Goals
		for i, goal := range goals {
			at := goal.Expr.Span().Start.String()
			inKit := strings.Contains(at, "kits/")
			if needed[at] || follows(checked, goal) || inKit && os.Getenv("PZC_GENRES") != "" {
				continue
			}
			checked.Goals = slices.Delete(slices.Clone(goals), i, i+1)
			if slices.ContainsFunc(data, func(d puzzle.Data) bool { return several(t, program, d) }) {
				needed[at] = true
				delete(idle, at)
			} else {
				idle[at] = r.Name + ": " + checked.Text(goal.Expr.Span())
			}
		}
		checked.Goals = goals
	}
	for at, goal := range idle {
		assert.Fail(t, "no board needs this goal", "%s: %s", at, goal)
	}
}

// genreOf returns the genre of a model with kits that has boards of other people.
func genreOf(file string) genre {
	if i := slices.IndexFunc(genres, func(g genre) bool { return g.model == file }); i >= 0 {
		return genres[i]
	}
	return genre{}
}

// follows says whether a comment above a goal, or behind it, says that the goal follows from others.
func follows(m *model.Program, g model.Formula) bool {
	at := g.Expr.Span()
	lines := strings.Split(m.Sources[at.Start.Filename], "\n")
	first, last := max(at.Start.Line-2, 0), min(at.End.Line, len(lines))
	return slices.ContainsFunc(lines[first:last], func(line string) bool {
		_, comment, _ := strings.Cut(line, "//")
		return strings.HasPrefix(strings.TrimSpace(comment), "follows")
	})
}

// examples are the instances of a model, and some boards of other people; without such, some that are generated.
func examples(t *testing.T, program *puzzle.Program, g genre) (all []puzzle.Data) {
	t.Helper()
	if program.Complete() {
		all = append(all, puzzle.Data{})
	}
	for _, name := range program.Instances() {
		all = append(all, puzzle.Data{Instance: name})
	}
	if g.name == "" {
		z, diags := program.Instantiate(all[0])
		require.NoError(t, diags.Err())
		r, err := generate.Generate(t.Context(), generate.Options{Base: z, Count: 2, Seed: 1})
		require.NoError(t, err)
		for _, l := range r.Levels {
			text, err := json.Marshal(l.Data)
			require.NoError(t, err)
			all = append(all, puzzle.Data{JSON: &puzzle.Text{Name: "generated", Text: string(text)}})
		}
	}
	read, _ := boardsOf(g.name)
	for _, b := range some(read, 9) {
		if data := g.data(&b); data != nil {
			text, err := json.Marshal(data)
			require.NoError(t, err)
			all = append(all, puzzle.Data{JSON: &puzzle.Text{Name: b.name, Text: string(text)}})
		}
	}
	return all
}

// several says whether a board has two answers.
func several(t *testing.T, program *puzzle.Program, data puzzle.Data) bool {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	z, diags := program.Instantiate(data)
	if diags.HasErrors() {
		return false
	}
	require.NoError(t, z.GroundOnce(ctx).Err())
	o := puzzle.Options{}
	o.Backend, o.All, o.Limit, o.Threads, o.Conflicts = "constraint", true, 2, 1, 20_000
	a, err := z.Solve(ctx, o)
	return err == nil && len(a.Solutions) > 1
}
