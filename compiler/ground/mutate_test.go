package ground_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/semantics"
)

// Reference models with a few exchanged words still mean the same to grounding and to the reference semantics, if they mean
// anything.
func TestGroundMutatedModels(t *testing.T) {
	classes := []*regexp.Regexp{
		regexp.MustCompile(`^[A-Za-z]\w*$`), regexp.MustCompile(`^\d+$`), regexp.MustCompile(`^(==|!=|<|<=|>|>=)$`), regexp.MustCompile(`^[-+*/%]$`),
	}
	first, last := uint64(1), uint64(6)
	if only, err := strconv.ParseUint(os.Getenv("PZC_SEED"), 10, 64); err == nil {
		first, last = only, only
		if more, err := strconv.ParseUint(os.Getenv("PZC_SEEDS"), 10, 64); err == nil {
			last += more
		}
	}
	compared := 0
	for _, name := range compilertest.ReferenceModels(t) {
		text, err := os.ReadFile(filepath.Join(compilertest.Reference, name))
		require.NoError(t, err)
		for seed := first; seed <= last; seed++ {
			rnd := rand.New(rand.NewPCG(seed, 3))
			tokens := compilertest.Words.FindAllString(string(text), -1)
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
			if mutant := strings.Join(tokens, ""); mutant != string(text) && compareMutant(t, name, mutant, seed) {
				compared++
			}
		}
	}
	t.Logf("%d models compared", compared)
	require.Positive(t, compared)
}

func compareMutant(t *testing.T, name, text string, seed uint64) bool {
	l := check.Loader{FS: os.DirFS(compilertest.Reference)}
	p, _ := l.LoadText(name, text)
	if p == nil {
		return false
	}
	m, _ := semantics.Build(p, nil, nil)
	if m == nil || m.StateSize > 100 {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	g, diags := ground.Task(ctx, m, ground.Options{MaxMoves: 500, MaxNodes: 200_000})
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
