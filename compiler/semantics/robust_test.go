package semantics_test

import (
	"context"
	"io/fs"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/models"
)

// Texts that the checker accepts run without a panic: the models of the library with some tokens shuffled.
func TestNothingPanics(t *testing.T) { shuffled(t, 25) }

// TestLongNothingPanics runs more models.
func TestLongNothingPanics(t *testing.T) { shuffled(t, 300) }

// shuffled runs the given number of models.
func shuffled(t *testing.T, wanted int) {
	t.Helper()
	tokens := regexp.MustCompile(`(?s)""".*?"""|"(\\.|[^"\\])*"|//[^\n]*|\w+|\s+|.`)
	var texts [][]string
	require.NoError(t, fs.WalkDir(models.FS(), ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".pz") {
			src, err := fs.ReadFile(models.FS(), name)
			require.NoError(t, err)
			texts = append(texts, tokens.FindAllString(string(src), -1))
		}
		return err
	}))
	rnd := rand.New(rand.NewPCG(3, 1))
	checked, ran := 0, 0
	for ran < wanted {
		text := mutate(texts[rnd.IntN(len(texts))], rnd)
		loader := &check.Loader{FS: models.FS()}
		p, diags := loader.LoadText("mutant.pz", text)
		if diags.HasErrors() {
			continue
		}
		checked++
		var ok bool
		require.NotPanics(t, func() { ok = exercise(p, rnd) }, text)
		if ok {
			ran++
		}
	}
	t.Logf("%d mutants were checked, %d ran", checked, ran)
}

// mutate changes one to three tokens.
func mutate(tokens []string, rnd *rand.Rand) string {
	out := append([]string(nil), tokens...)
	for range 1 + rnd.IntN(3) {
		i, j := rnd.IntN(len(out)), rnd.IntN(len(out))
		switch rnd.IntN(4) {
		case 0:
			out[i] = ""
		case 1:
			out[i] = out[j]
		case 2:
			out[i], out[j] = out[j], out[i]
		default:
			out[i] = []string{"0", "1", "-1", "3", "not ", "true", "false", "up", "down"}[rnd.IntN(9)]
		}
	}
	return strings.Join(out, "")
}

// exercise calls everything that a machine can do.
func exercise(p *model.Program, rnd *rand.Rand) bool {
	m, _ := semantics.BuildWithin(p, 20_000, 2_000_000)
	if m == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	x := semantics.NewMachine(m)
	states, _, _ := x.InitialStates(ctx, 1)
	if len(states) == 0 || len(x.Instances()) > 10_000 {
		return false
	}
	s := states[0]
	x.CheckInitial(s)
	for _, made := range append([]semantics.Made{{State: s}}, verify.RandomWalk(x, s, rnd, 5, 1<<30)...) {
		s = made.State
		view.Lines(x, s)
		viewFill(x, s)
		x.Goal(s)
		x.Dead(s)
		semantics.ExplainGoal(x, s)
		x.Invariant(s)
		for i, mv := range x.Instances() {
			if i < 50 {
				x.Apply(s, mv)
				x.Label(s, mv)
				x.OrderKey(s, mv)
				_, _ = parse.Move(x, "m", x.Format(mv))
			}
		}
		for _, sym := range m.Symmetries {
			for i, mv := range x.SymmetryInstances(sym) {
				if i < 50 {
					x.ApplySymmetry(s, sym, mv.Args)
				}
			}
		}
	}
	for _, pr := range m.Prunes {
		for i, mv := range x.Instances() {
			if i < 50 {
				x.PruneMatches(pr, []semantics.Move{mv, mv})
			}
		}
	}
	return true
}
