package planning

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// language are the words of the language that sentences may have, too, and what views show.
var language = strings.Fields(`puzzle use param type enum const def state init assume move always goal view instance if then
	else and or not in any true false for forall exists count sum min max the cost set union reaches bool no none from to z`)

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// foreign returns the words that only the model has as which a task is read: names that pzc makes, names of PDDL as the
// language writes them, and words of the language alone.
func foreign(model string, texts ...string) map[string]bool {
	own := map[string]bool{"where": true, "when": true, "defined": true}
	for line := range strings.Lines(model) {
		if line, _, _ = strings.Cut(line, "//"); strings.HasPrefix(line, "view") {
			continue
		}
		for _, w := range word.FindAllString(line, -1) {
			own[w] = true
		}
	}
	for _, w := range language {
		delete(own, w)
	}
	for _, text := range texts {
		for _, w := range word.FindAllString(strings.ToLower(text), -1) {
			delete(own, w)
		}
	}
	return own
}

// sayings collects what commands say about a task.
type sayings struct{ all []string }

func (s *sayings) findings(diags diag.List) {
	for _, d := range diags {
		s.all = append(s.all, d.Msg, d.Help, "in "+d.Span.Start.Filename)
		for _, r := range d.Related {
			s.all = append(s.all, r.Msg, "in "+r.Span.Start.Filename)
		}
	}
}

func (s *sayings) facts(facts []why.Fact) {
	for _, f := range facts {
		s.all = append(s.all, f.Text, "in "+f.Span.Start.Filename)
		for _, values := range f.Instances {
			for _, v := range values {
				s.all = append(s.all, v.Name, v.Value)
			}
		}
		s.facts(f.Parts)
	}
}

// hear collects what check, solve, validate and why say about a task. The plans are judged beside the plan that is
// found, and beside parts of this plan.
func (s *sayings) hear(
	ctx context.Context, t require.TestingT, domain, problem puzzle.Text, plans ...string,
) (model string) {
	program, diags := puzzle.LoadPDDL(domain, problem)
	if s.findings(diags); diags.HasErrors() {
		return ""
	}
	z, diags := program.Check(ctx, puzzle.Data{})
	if s.findings(diags); z == nil || diags.HasErrors() {
		return program.Translated()
	}
	limited := func(steps int64) puzzle.Options {
		return puzzle.Options{Options: backends.Options{Memory: 1 << 28, Threads: 1, Work: &backends.Work{Most: steps}}}
	}
	a, err := z.Solve(ctx, limited(100_000))
	require.NoError(t, err)
	s.all = append(s.all, a.Reason)
	if len(a.Solutions) > 0 {
		found := moves(a)
		plans = append(plans, strings.Join(found, "\n"), strings.Join(found[:len(found)/2], "\n"),
			strings.Join(found[min(1, len(found)):], "\n"))
	}
	for _, text := range plans {
		checks, diags := z.Validate(ctx, puzzle.Text{Name: "plan", Text: text}, puzzle.ValidateOptions{})
		s.findings(diags)
		for _, c := range checks {
			for _, f := range c.Failures {
				s.findings(diag.List{f.Diagnostic})
				for _, v := range append(f.For, f.Values...) {
					s.all = append(s.all, v.Name, v.Value)
				}
			}
		}
		o := why.Options{Solve: limited(10_000)}
		if a, err := why.On(ctx, z, "plan", "", puzzle.Text{Name: "plan", Text: text}, o); err == nil {
			s.facts(a.Facts)
		}
	}
	if a, err := why.On(ctx, z, "solution", "", puzzle.Text{}, why.Options{Solve: limited(100_000)}); err == nil {
		s.facts(a.Facts)
	}
	return program.Translated()
}

// check fails if a saying has a word of the model.
func (s *sayings) check(t require.TestingT, model string, texts ...string) {
	words := foreign(model, append(texts, "domain.pddl problem.pddl plan")...)
	for _, said := range s.all {
		for _, w := range word.FindAllString(said, -1) {
			require.False(t, words[w], "`%s` in: %s\n%s\n%s", w, said, strings.Join(texts, "\n"), model)
		}
	}
}

// heard is hear and check.
func heard(ctx context.Context, t require.TestingT, domain, problem string, plans ...string) {
	s, in := &sayings{}, puzzle.Text{Name: "domain.pddl", Text: domain}
	model := s.hear(ctx, t, in, puzzle.Text{Name: "problem.pddl", Text: problem}, plans...)
	s.check(t, model, append(plans, domain, problem)...)
}

// What is said about a task is in the words of the task.
func TestWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		domain, problem := texts(t)
		task, _ := pddl.Read(pddl.Text{Name: "domain.pddl", Text: domain}, pddl.Text{Name: "problem.pddl", Text: problem})
		require.NotNil(t, task)
		heard(t.Context(), t, domain, problem, strings.Join(plan(t, task), "\n"))
	})
}

func TestWordsOfTheCourse(t *testing.T) {
	domain, err := os.ReadFile("../../course/12-pddl/domain.pddl")
	require.NoError(t, err)
	for _, name := range []string{"p01.pddl", "p02.pddl"} {
		problem, err := os.ReadFile(filepath.Join("../../course/12-pddl", name))
		require.NoError(t, err)
		heard(t.Context(), t, string(domain), string(problem))
	}
}

// One task of each folder of the corpus.
func TestLongWordsOfTheCorpus(t *testing.T) {
	for _, f := range folders(t) {
		t.Run(f[0].folder, func(t *testing.T) {
			domain, problem := f[0].read(t)
			heard(t.Context(), t, domain.Text, problem.Text)
		})
	}
}
