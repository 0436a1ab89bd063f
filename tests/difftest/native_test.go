//go:build unix

package difftest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/backends/native"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/task"
)

// The engine native solves random models, each in one way. To build a program for each would take half a second each;
// so the programs of many models are packages of one, which is built once, and a go command of our own hands out
// scripts that run it.

// nativeCase is a model with a way to solve it, and what interp says.
type nativeCase struct {
	name, text string
	task       *task.Task
	way        backends.Options
	want       oracleAnswer
	driven     *gogen.Driven
	kernel     bool // the program has one
}

const nativeBatch = 100

// TestLongNative solves random models.
func TestLongNative(t *testing.T) {
	count := programs(t)
	refused := map[string]int{}
	ways := map[string]int{}
	seed := firstSeed(t)
	for count > 0 {
		var batch []*nativeCase
		for len(batch) < min(count, nativeBatch) {
			c, why := drawNative(t, seed)
			if seed++; c != nil {
				batch = append(batch, c)
				ways[c.says()]++
			} else {
				refused[why]++
			}
		}
		count -= len(batch)
		t.Run(fmt.Sprint("below ", seed), func(t *testing.T) { runNative(t, batch) })
	}
	t.Logf("ways: %v; not run: %v", ways, refused)
}

// drawNative is a model and a way that the engine can do; nil, with the reason, if there is none.
func drawNative(t *testing.T, seed int) (*nativeCase, string) {
	t.Helper()
	write := []func(*rapid.T, int) string{
		writeModel, writePromises, writeModel, writePromises, writeModel, writeWide,
	}[seed%6]
	c := &nativeCase{name: fmt.Sprintf("m%d", seed)}
	c.text = rapid.Custom(func(rt *rapid.T) string { return anyModel(rt, write, 200) }).Example(seed)
	if why := c.prepare(t, func(t *task.Task) backends.Options {
		return nativeWay(rand.New(rand.NewPCG(uint64(seed), 1)),
			t)
	}); why != "" {
		return nil, why
	}
	return c, ""
}

// TestLongNativeCosts solves models with great costs, each by all algorithms.
func TestLongNativeCosts(t *testing.T) {
	var batch []*nativeCase
	for seed := range 12 {
		roads := rapid.Custom(drawRoads).Example(firstSeed(t) + seed)
		for _, a := range search.Generated() {
			c := &nativeCase{name: fmt.Sprint("roads", seed, a.Name), text: roads.text()}
			if c.prepare(t, func(*task.Task) backends.Options {
				o := backends.Options{Algorithm: a.Name}
				if a.Guided {
					o.Heuristic = []string{"place", "last", "thousandfold"}[seed%3]
				}
				return o
			}) == "" {
				batch = append(batch, c)
			}
		}
	}
	require.Greater(t, len(batch), 20)
	runNative(t, batch)
}

// TestLongNativeFound runs the models on which these tests failed once, made smaller.
func TestLongNativeFound(t *testing.T) {
	var batch []*nativeCase
	for i, name := range []string{"repeated"} {
		text, err := os.ReadFile("testdata/written/" + name + ".pz")
		require.NoError(t, err)
		c := &nativeCase{name: fmt.Sprintf("found%d", i), text: string(text)}
		why := c.prepare(t, func(t *task.Task) backends.Options {
			o := backends.Options{Algorithm: "idastar", Heuristic: "blind"}
			if len(t.Heuristics) > 0 {
				o.Heuristic = t.Heuristics[0].Name
			}
			return o
		})
		require.Empty(t, why, name)
		batch = append(batch, c)
	}
	runNative(t, batch)
}

// prepare has the program written, and asks interp; it says why, if that cannot be done.
func (c *nativeCase) prepare(t *testing.T, way func(*task.Task) backends.Options) (why string) {
	t.Helper()
	m := quietly(c.text)
	if m == nil {
		return "wrong"
	}
	ctx := context.Background()
	ground, diags := ground.Task(ctx, m, ground.Options{})
	if diags.HasErrors() || ground.Facts.Unsolvable != "" {
		return "not grounded, or nothing to search"
	}
	c.task = ground
	c.way = way(ground)
	algorithm := c.way.Algorithm
	if algorithm == "" {
		algorithm = "ucs" // whatever the engine chooses, it finds a cheapest plan
	}
	_, err := c.solve(func(ctx context.Context, heuristic string) (*gogen.Draft, error) {
		draft, err := gogen.NewDraft(ctx, m, ground, heuristic)
		if err != nil {
			return nil, err
		}
		write := draft.Write
		draft.Write = func(ctx context.Context, algorithm, heuristic string) (*gogen.Driven, error) {
			d, err := write(ctx, algorithm, heuristic)
			c.driven = d
			return nil, errors.Join(err, errWritten)
		}
		return draft, nil
	})
	if c.driven == nil {
		return err.Error()
	}
	require.ErrorIs(t, err, errWritten, c.text)
	c.kernel = slices.ContainsFunc(c.driven.Files, func(f gogen.File) bool {
		return bytes.Contains(f.Text, []byte("func Fast("))
	})
	var ok bool
	if c.want, ok = interpRun(ground, algorithm, c.way.Heuristic, !c.kernel); !ok {
		return "interp is not ready soon"
	}
	return ""
}

var errWritten = errors.New("the program was written")

// nativeWay is an algorithm and, if it is guided, a heuristic.
func nativeWay(r *rand.Rand, t *task.Task) (o backends.Options) {
	names := append([]string{"", "", "idastar", "idastar"}, search.Names(search.Generated())...)
	o.Algorithm = names[r.IntN(len(names))]
	if a, _ := search.AlgorithmNamed(o.Algorithm); a.Guided {
		heuristics := []string{"blind"}
		for i := range t.Heuristics {
			heuristics = append(heuristics, t.Heuristics[i].Name)
		}
		o.Heuristic = heuristics[r.IntN(len(heuristics))]
	}
	return o
}

// solve lets the engine solve the case with a program that somebody writes.
func (c *nativeCase) solve(draft func(ctx context.Context, heuristic string) (*gogen.Draft, error)) (*backends.Result,
	error,
) {
	return native.Backend{Draft: draft}.Solve(context.Background(), c.task, c.way)
}

// says names the way.
func (c *nativeCase) says() string {
	name := c.way.Algorithm
	if name == "" {
		name = "auto"
	}
	return name
}

// runNative builds the programs of a batch as one, and lets the engine run each.
func runNative(t *testing.T, batch []*nativeCase) {
	t.Helper()
	dir := goModule(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module puzzle\n\ngo 1.23\n"), 0o600))
	var imports, cases strings.Builder
	for _, c := range batch {
		for _, f := range c.driven.Files {
			file := filepath.Join(dir, c.name, f.Name)
			text := bytes.Replace(f.Text, []byte("package main"), []byte("package "+c.name), 1)
			switch {
			case f.Name == "go.mod":
				continue
			case strings.HasPrefix(f.Name, "search/"):
				file, text = filepath.Join(dir, f.Name), f.Text
			case f.Name == "main.go":
				text = bytes.Replace(text, []byte("func main()"), []byte("func Main()"), 1)
			}
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o750))
			require.NoError(t, os.WriteFile(file, text, 0o600))
		}
		fmt.Fprintf(&imports, "\t%q\n", "puzzle/"+c.name)
		fmt.Fprintf(&cases, "\tcase %q:\n\t\t%s.Main()\n", c.name, c.name)
	}
	main := "package main\n\nimport (\n\t\"os\"\n\n" + imports.String() +
		")\n\nfunc main() {\n\tswitch os.Getenv(\"PUZZLE\") {\n" + cases.String() + "\t}\n}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(main), 0o600))
	runGo(t, dir, "build", "-trimpath", "-ldflags=-s -w", "-o", "all", ".")
	if t.Failed() {
		return
	}
	handOut(t, filepath.Join(dir, "all"))
	for _, c := range batch {
		c.check(t)
	}
}

// handOut puts a go command onto the path that makes a script which runs one of the programs: its source is that name.
func handOut(t *testing.T, program string) {
	t.Helper()
	folder := t.TempDir()
	script := `#!/bin/sh
if [ "$1" = env ]; then echo go1.99; echo /tmp; exit 0; fi
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\nPUZZLE=%s exec "` + program + `" "$1"\n' "$(cat main.go)" >"$2"
chmod +x "$2"
`
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go"), []byte(script), 0o700))
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// check compares what the engine says with what interp says.
func (c *nativeCase) check(t *testing.T) {
	t.Helper()
	got, err := c.solve(func(context.Context, string) (*gogen.Draft, error) {
		return &gogen.Draft{Write: func(context.Context, string, string) (*gogen.Driven, error) {
			return &gogen.Driven{
				Files: []gogen.File{{Name: "main.go", Text: []byte(c.name)}}, Start: c.driven.Start,
				Faster: c.driven.Faster,
			}, nil
		}}, nil
	})
	about := fmt.Sprintf("%s, %s, %s:\n%s", c.name, c.way.Algorithm, c.way.Heuristic, c.text)
	if err != nil {
		t.Errorf("%v\n%s", err, about)
		return
	}
	plan := []string{}
	for _, p := range got.Plans {
		for _, m := range p.Moves {
			plan = append(plan, c.task.Moves[m].Name)
		}
		assert.Equal(t, c.want.Cost, p.Cost, about)
	}
	assert.Equal(t, c.want.Status, string(got.Status), about)
	if c.way.Algorithm == "" {
		return
	}
	assert.Equal(t, c.want.Plan, plan, about)
	if c.kernel && c.way.Algorithm == "backtrack" { // a kernel does not look whether no move was left
		c.want.Counts[4] = 0
	}
	assert.Equal(t, c.want.Counts, counts(&got.Stats), about)
}
