package main

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/mention"
)

// flagNames says what the options and calls that texts of the library mention are called on the command line.
var flagNames = map[string]string{
	mention.Algorithm:   "--algorithm",
	mention.AtMost:      "--at-most",
	mention.Backend:     "--backend",
	mention.Data:        "--data",
	mention.Encoding:    "--encoding",
	mention.Engine:      "--engine",
	mention.Horizon:     "--horizon",
	mention.Instance:    "-i",
	mention.MaxHorizon:  "--max-horizon",
	mention.Memory:      "--memory",
	mention.MinHorizon:  "--min-horizon",
	mention.Parallel:    "--parallel",
	mention.Project:     "--on",
	mention.RunTimeData: "--run-time-data",
	mention.SATSolver:   "--sat-solver",
	mention.Values:      "-D",

	mention.Count: "pzc count",
	mention.Solve: "pzc solve",
}

// inFlags is a text of the library in which flags stand for the options that it mentions.
func inFlags(text string) string {
	return mention.Render(text, func(option, value string) string {
		flag, known := flagNames["["+option+"]"]
		if !known {
			return ""
		}
		return strings.TrimSuffix(flag+" "+value, " ")
	})
}

// printFindings prints findings on standard error.
func (e *env) printFindings(diags diag.List, sources map[string]string) {
	named := slices.Clone(diags)
	for i, d := range named {
		if help := inFlags(d.Help); help != d.Help {
			changed := *d
			changed.Help = help
			named[i] = &changed
		}
	}
	diag.Print(e.stderr, named, sources, e.colorOnStderr())
}
