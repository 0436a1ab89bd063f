package main

import (
	"context"
	"io"
	"maps"
	"slices"

	"github.com/alecthomas/kong"
	completion "github.com/jotaen/kong-completion"
	"github.com/posener/complete"

	"github.com/pzc-lang/pzc"
)

// completing answers a shell that asks how the line being typed may go on. The shell asks by way of the environment; ok is false if
// it does not.
func (e *env) completing(parser *kong.Kong) (ok bool, err error) {
	if e.getenv("COMP_LINE") == "" {
		return false, nil
	}
	all, err := completion.Command(parser)
	if err != nil {
		return true, err
	}
	for _, command := range all.Sub {
		for flag, predict := range e.predictors() {
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

// predictors say what may stand after a flag.
func (e *env) predictors() complete.Flags {
	algorithms := complete.PredictSet(slices.Sorted(maps.Keys(pzc.Algorithms()))...)
	names := complete.PredictSet(pzc.Backends()...)
	instances := complete.PredictFunc(func(a complete.Args) []string { return e.programOf(a).instances })
	heuristics := complete.PredictFunc(func(a complete.Args) []string { return e.programOf(a).heuristics })
	return complete.Flags{
		"--algorithm": algorithms, "--algorithms": algorithms, "--backend": names, "--backends": names,
		"--instance": instances, "--instances": instances, "-i": instances, "--heuristic": heuristics, "--heuristics": heuristics,
		"--data": complete.PredictFiles("*.json"), "--tables": complete.PredictDirs("*"),
	}
}

// named is what can be named in a model.
type named struct{ instances, heuristics []string }

// programOf reads the model of the line being typed.
func (e *env) programOf(a complete.Args) named {
	quiet := &env{stdin: e.stdin, stderr: io.Discard, getenv: e.getenv, globals: e.globals}
	found := named{heuristics: pzc.Heuristics()}
	for _, word := range slices.Backward(a.Completed) {
		if word == "-" {
			continue // standard input is not there yet
		}
		if program, err := quiet.load(context.Background(), word); err == nil {
			return named{program.Instances(), append(program.Heuristics(), found.heuristics...)}
		}
	}
	return found
}
