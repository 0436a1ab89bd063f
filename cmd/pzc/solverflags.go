package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/native"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/command"
)

// solverFlags choose how a puzzle is solved.
type solverFlags struct {
	Backend   string  `default:"auto" placeholder:"auto|search|sat" help:"What solves the puzzle."`
	Algorithm string  `default:"auto" placeholder:"NAME" help:"How search goes: auto, bfs, ucs, greedy, astar, wastar, idastar, bidirectional, dfs, iddfs, backtrack."`
	Heuristic string  `placeholder:"NAME|EXPR" help:"What guides search: a heuristic of the model, blind, goalcount, hmax, add, ff, lmcut, matching, patterns, small_patterns, or an expression."`
	Weight    float64 `placeholder:"W" help:"What wastar multiplies the heuristic by, at least 1; 2 unless given. Plans cost at most W times the least."`
	NoPrune   bool    `help:"Try all moves, also those that the model's prune or the moves themselves show to be redundant."`
	Threads   int     `placeholder:"N" help:"Use at most so many cores; all unless given."`
	Tables    string  `placeholder:"FOLDER" help:"Where the tables of heuristics are kept from one run to the next; 'none' keeps none. A folder of the user's cache unless given."`
	SATSolver string  `name:"sat-solver" placeholder:"COMMAND" help:"An outside SAT solver, such as 'kissat -q', which gets DIMACS files; {in}, {out} and {proof} stand for files, the formula's comes last unless named."`
	Proof     string  `placeholder:"FILE" help:"With --sat-solver and --horizon: write the solver's proof (DRAT) that there is no such plan, and the formula to FILE.cnf."`
	encodingFlags
	Engine     string `default:"auto" enum:"auto,interp,native" placeholder:"auto|interp|native" help:"What executes the moves in search: pzc itself, or a Go program that is built for the puzzle, which needs the go command."`
	Horizon    *int   `placeholder:"T" help:"Plans of exactly so many moves."`
	MinHorizon int    `placeholder:"T" help:"Plans of at least so many moves."`
	MaxHorizon *int   `placeholder:"T" help:"Plans of at most so many moves."`
}

// AfterApply is called by kong when the flags are known.
func (s *solverFlags) AfterApply() error {
	switch {
	case s.Threads < 0:
		return errors.New("--threads is a number of cores, 1 or more")
	case s.Horizon != nil && *s.Horizon < 0, s.MaxHorizon != nil && *s.MaxHorizon < 0, s.MinHorizon < 0:
		return errors.New("a horizon is a number of moves and cannot be negative")
	case s.Horizon != nil && (s.MaxHorizon != nil || s.MinHorizon > 0):
		return errors.New("--horizon asks for exactly so many moves; --min-horizon and --max-horizon do not go with it")
	case s.MaxHorizon != nil && *s.MaxHorizon < s.MinHorizon:
		return errors.New("--max-horizon is less than --min-horizon")
	}
	return nil
}

// confine keeps a sandbox's promises: no other program is run and no file is written.
func (s *solverFlags) confine(l command.Limits) error {
	switch {
	case !l.Sandbox:
		return nil
	case s.SATSolver != "":
		return errors.New("--sandbox runs no other program; leave out --sat-solver")
	case s.Engine == native.Name:
		return errors.New("--sandbox builds and runs no program; leave out --engine native")
	}
	s.Tables, s.Engine = "none", pzc.Interp
	return nil
}

// tables is the folder for tables, "" for none.
func (s *solverFlags) tables() string {
	switch s.Tables {
	case "none":
		return ""
	case "":
		return cacheFolder("tables")
	}
	return s.Tables
}

// programs is the folder for the programs of the native engine, "" for none.
func (s *solverFlags) programs() string {
	if s.Tables == "none" {
		return ""
	}
	return cacheFolder("programs")
}

// engines are the engines that the command links in beside the search backend's own. Programs are kept in the folder,
// if there is one.
func engines(programs string) []pzc.Engine { return []pzc.Engine{native.Engine{Folder: programs}} }

// engineNames lists what --engine may say.
func engineNames() []string {
	names := []string{pzc.Auto, pzc.Interp}
	for _, e := range engines("") {
		names = append(names, e.Name())
	}
	return names
}

// cacheFolder is one of pzc's folders in the user's cache, "" if there is none.
func cacheFolder(name string) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "pzc", name)
}

func (s *solverFlags) options() pzc.Options {
	o := pzc.Options{
		Backend: s.Backend, SATSolver: s.SATSolver, Proof: s.Proof, Engine: s.Engine, Engines: engines(s.programs()),
	}
	o.Options = backends.Options{
		Algorithm: s.Algorithm, Heuristic: s.Heuristic, Weight: s.Weight, NoSymmetry: s.NoSymmetry, NoPrune: s.NoPrune,
		Encoding: s.Encoding, AtMost: s.AtMost, Parallel: s.Parallel, Threads: s.Threads, Tables: s.tables(),
		Horizon: s.Horizon, MinHorizon: s.MinHorizon, MaxHorizon: s.MaxHorizon,
	}
	return o
}
