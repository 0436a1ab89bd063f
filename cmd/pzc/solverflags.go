package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/native"
	"github.com/pzc-lang/pzc/backends/sat/outside"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// solverFlags choose how a puzzle is solved.
type solverFlags struct {
	Backend   string  `job:"" default:"auto" placeholder:"auto|search|sat|constraint" help:"The backend that solves the puzzle."`
	Algorithm string  `default:"auto" placeholder:"NAME" help:"The search algorithm: ${algorithms}."`
	Heuristic string  `placeholder:"NAME|EXPR" help:"The heuristic of the search: a heuristic of the model, ${heuristics}, or an expression."`
	Weight    float64 `placeholder:"W" help:"The factor of the heuristic in wastar, at least 1; 2 unless given. Plans cost at most W times the optimum."`
	NoPrune   bool    `help:"Try all moves, even those that are redundant by the model's prune or by an analysis of the moves."`
	Threads   int     `placeholder:"N" help:"Use at most N cores; all unless given."`
	Tables    string  `placeholder:"FOLDER" help:"Where the tables of heuristics are kept from one run to the next; 'none' keeps none. A folder of the user's cache unless given."`
	SATSolver string  `name:"sat-solver" placeholder:"COMMAND" help:"An outside SAT solver, such as 'kissat -q', which reads DIMACS files. {in}, {out} and {proof} stand for files; the formula is the last argument unless {in} is given."`
	Proof     string  `placeholder:"FILE" help:"With --sat-solver and --horizon: write the solver's proof (DRAT) that there is no plan of this length, and the formula to FILE.cnf."`
	workFlag
	encodingFlags
	NoSymmetry bool   `help:"Treat states and plans as different even if a symmetry of the model calls them equivalent."`
	Engine     string `default:"auto" enum:"auto,interp,native" placeholder:"auto|interp|native" help:"What executes the moves in a search: interp, which is pzc itself (also auto), or native, the Go program of pzc emit-go, which pzc builds and runs with the go command."`
	Horizon    *int   `placeholder:"T" help:"Only plans of exactly T moves."`
	MinHorizon int    `placeholder:"T" help:"Only plans of at least T moves."`
	MaxHorizon *int   `placeholder:"T" help:"Only plans of at most T moves."`
}

// solverNames are the lists of names that the help of these flags quotes.
func solverNames() kong.Vars {
	return kong.Vars{
		"algorithms": strings.Join(search.Names(puzzle.Algorithms()), ", "),
		"heuristics": strings.Join(puzzle.Heuristics(), ", "),
		"techniques": strings.Join(puzzle.Techniques(), ", "),
	}
}

func (s *solverFlags) AfterApply() error {
	switch {
	case s.Threads < 0:
		return errors.New("--threads is a number of cores, 1 or more")
	case s.Work > 0 && s.Tables != "" && s.Tables != "none":
		return errors.New("with --work the answer depends on no other files; leave out --tables or --work")
	case s.Proof != "" && s.SATSolver == "":
		return errors.New("pzc's own solvers write no proofs; name one that does, such as --sat-solver cadical")
	case s.Horizon != nil && *s.Horizon < 0, s.MaxHorizon != nil && *s.MaxHorizon < 0, s.MinHorizon < 0:
		return errors.New("a horizon is a number of moves and cannot be negative")
	case s.Horizon != nil && (s.MaxHorizon != nil || s.MinHorizon > 0):
		return errors.New("--horizon asks for an exact number of moves; --min-horizon and --max-horizon do not go with it")
	case s.MaxHorizon != nil && *s.MaxHorizon < s.MinHorizon:
		return errors.New("--max-horizon is less than --min-horizon")
	}
	return nil
}

// confine lets a sandbox run no other program and write no file. Flags that ask for either are an error.
func (s *solverFlags) confine(l limits) error {
	switch {
	case !l.Sandbox:
		return nil
	case s.SATSolver != "":
		return errors.New("--sandbox runs no other program; leave out --sat-solver")
	case s.Engine == puzzle.Native:
		return errors.New("--sandbox builds and runs no program; leave out --engine native")
	}
	s.Tables, s.Engine = "none", puzzle.Interp
	return nil
}

// tables returns the folder for tables that --tables names, "" for none: also if the user has no cache.
func (l limits) tables(flag string) string {
	cache, err := os.UserCacheDir()
	switch {
	case l.Sandbox || flag == "none":
		return ""
	case flag != "":
		return flag
	case err != nil:
		return ""
	}
	return filepath.Join(cache, "pzc", "tables")
}

func (s *solverFlags) options() puzzle.Options {
	o := puzzle.Options{
		Backend: s.Backend, Engine: s.Engine, NativeEngine: native.New,
	}
	if s.SATSolver != "" {
		o.SATSolver = outside.Backend{Command: s.SATSolver, Proof: s.Proof}
	}
	o.Options = backends.Options{
		Algorithm: s.Algorithm, Heuristic: s.Heuristic, Weight: s.Weight, NoSymmetry: s.NoSymmetry, NoPrune: s.NoPrune,
		Encoding: s.Encoding, AtMost: s.AtMost, Without: s.Without, Parallel: s.Parallel, Threads: s.Threads,
		Tables:  limits{}.tables(s.Tables),
		Horizon: s.Horizon, MinHorizon: s.MinHorizon, MaxHorizon: s.MaxHorizon,
	}
	return o
}
