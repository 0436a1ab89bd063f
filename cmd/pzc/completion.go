package main

import (
	"context"
	"io"
	"slices"

	completion "github.com/jotaen/kong-completion"
	"github.com/posener/complete"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends/search"
)

// completing answers a shell that asks how to complete a command line. The shell asks by an environment variable; ok is
// false if it is not set.
func completing(e *env) (ok bool, err error) {
	if e.getenv("COMP_LINE") == "" {
		return false, nil
	}
	parser, err := newParser(&commands{}, nil)
	if err != nil {
		return true, err
	}
	all, err := completion.Command(parser)
	if err != nil {
		return true, err
	}
	for _, command := range all.Sub {
		for flag, predict := range predictors(e) {
			if _, has := command.GlobalFlags[flag]; has {
				command.GlobalFlags[flag] = predict
			}
		}
		if args, positional := command.Args.(*completion.PositionalPredictor); positional && len(args.Predictors) > 0 {
			args.Predictors[0] = complete.PredictOr(complete.PredictSet(pzc.LibraryNames()...), complete.PredictFiles("*.pz"))
		}
	}
	all.Sub["help"] = complete.Command{Args: complete.PredictSet(append(commandNames(parser), topics()...)...)}
	answer := complete.New("pzc", all)
	answer.Out = e.stdout
	answer.Complete()
	return true, nil
}

// predictors returns the values that flags may have.
func predictors(e *env) complete.Flags {
	algorithms := complete.PredictSet(search.Names(pzc.Algorithms())...)
	names := complete.PredictSet(pzc.Backends()...)
	instances := complete.PredictFunc(func(a complete.Args) []string { return programOf(e, a).instances })
	heuristics := complete.PredictFunc(func(a complete.Args) []string { return programOf(e, a).heuristics })
	return complete.Flags{
		"--algorithm": algorithms, "--algorithms": algorithms, "--backend": names, "--backends": names,
		"--instance": instances, "--instances": instances, "-i": instances,
		"--heuristic": heuristics, "--heuristics": heuristics,
		"--sat-without": complete.PredictSet(pzc.Techniques()...),
		"--data":        complete.PredictFiles("*.json"), "--tables": complete.PredictDirs("*"),
	}
}

// named holds the names in a model that flags may have as values.
type named struct{ instances, heuristics []string }

// programOf reads the model on the command line that is being completed.
func programOf(e *env, a complete.Args) named {
	quiet := &env{stdin: e.stdin, stderr: io.Discard, getenv: e.getenv, globals: e.globals}
	found := named{heuristics: pzc.Heuristics()}
	for _, word := range slices.Backward(a.Completed) {
		if word == "-" {
			continue // standard input cannot be read while a line is being typed
		}
		if program, err := quiet.load(context.Background(), word); err == nil {
			return named{program.Instances(), append(program.Heuristics(), found.heuristics...)}
		}
	}
	return found
}
