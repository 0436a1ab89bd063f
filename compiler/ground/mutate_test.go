package ground_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/models"
)

// Models of the library with a few exchanged words still mean the same to grounding and to the reference semantics, if
// they mean anything.
func TestGroundMutatedModels(t *testing.T) { groundMutated(t, 1, 1) }

// More changes.
func TestLongGroundMutatedModels(t *testing.T) { groundMutated(t, 2, 12) }

func groundMutated(t *testing.T, first, last uint64) {
	t.Helper()
	compared := 0
	mutants(t, first, last, func(name, text string, seed uint64) {
		if compareMutant(t, name, text, seed) {
			compared++
		}
	})
	t.Logf("%d models compared", compared)
	require.Positive(t, compared)
}

// mutants calls visit for mutants of each model of the library, one for each seed.
func mutants(t *testing.T, first, last uint64, visit func(name, text string, seed uint64)) {
	t.Helper()
	classes := []*regexp.Regexp{
		regexp.MustCompile(`^[A-Za-z]\w*$`), regexp.MustCompile(`^\d+$`), regexp.MustCompile(`^(==|!=|<|<=|>|>=)$`),
		regexp.MustCompile(`^[-+*/%]$`),
	}
	for _, name := range compilertest.LibraryFiles(t) {
		text := compilertest.LibraryText(t, name)
		for seed := first; seed <= last; seed++ {
			rnd := rand.New(rand.NewPCG(seed, 3))
			tokens := compilertest.Words.FindAllString(text, -1)
			for range 1 + rnd.IntN(2) {
				class := classes[rnd.IntN(len(classes))]
				var at []int
				for i, w := range tokens {
					if class.MatchString(w) {
						at = append(at, i)
					}
				}
				if len(at) > 0 {
					tokens[at[rnd.IntN(len(at))]] = tokens[at[rnd.IntN(len(at))]]
				}
			}
			if mutant := strings.Join(tokens, ""); mutant != text {
				visit(name, mutant, seed)
			}
		}
	}
}

// smallModel builds a mutant; nil if it has errors or is large.
func smallModel(name, text string) *model.Model {
	l := check.Loader{FS: models.FS()}
	p, _ := l.LoadText(name, text)
	if p == nil {
		return nil
	}
	m, _ := semantics.Build(p, nil, nil)
	if m == nil || m.StateSize > 100 {
		return nil
	}
	return m
}

func compareMutant(t *testing.T, name, text string, seed uint64) bool {
	m := smallModel(name, text)
	if m == nil {
		return false
	}
	g, diags := ground.Task(context.Background(), m, ground.Options{MaxMoves: 500, MaxNodes: 200_000})
	require.Equal(t, g == nil, diags.HasErrors())
	for _, d := range diags {
		require.NotEmpty(t, d.Msg)
	}
	if g == nil {
		return false
	}
	ok := t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) { agree(t, m, 4) })
	if !ok {
		t.Log(text)
		t.FailNow()
	}
	return true
}
