package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// The commands with a flag --alone share their work. A job is a command line of one of them, on files of its own. It
// has the flags that the command declares as shareable by the tag job, and no others. The process that does a job
// gets --alone, and prints what is found as a jobs.Result.

// sharing is the flags of commands whose work on models other machines may do.
type sharing struct {
	elsewhere
	Jobs int `default:"1" placeholder:"N" help:"With --workers: do N jobs at a time on this machine."`
}

// elsewhere is the flags of commands whose work other machines may do.
type elsewhere struct {
	Workers address `placeholder:"ADDRESS" help:"Share the work with each pzc work ADDRESS, on other machines too: a folder, nats://host:4222, or serve."`
	Alone   bool    `hidden:"" help:"Do a job, and print its result."`
	connection
}

// unshared says what is wrong with the flags if the work is not shared.
func (w elsewhere) unshared() error {
	if w.Workers == "" && w.Creds != "" {
		return errors.New("--creds is for --workers nats://host:4222")
	}
	return nil
}

// connection is the flags about the place of jobs.
type connection struct {
	Creds string        `placeholder:"FILE" help:"Credentials for the server of NATS."`
	Lease time.Duration `type:"duration" hidden:"" default:"1m"`
}

// sharable says why the work on files cannot be shared.
func (s sharing) sharable(files ...string) error {
	switch {
	case s.Workers == "" && s.Jobs != 1:
		return errors.New("--jobs says how many jobs are done here with --workers ADDRESS")
	case s.Workers == "":
		return s.unshared()
	case s.Jobs < 1:
		return errors.New("--jobs is a number of jobs, 1 or more")
	}
	for _, file := range files {
		if file == "-" {
			return errors.New("--workers takes files, not standard input")
		}
	}
	return nil
}

// shared is a command that shares its work.
type shared struct {
	jobs.Worker
	e      *env
	local  int    // the number of jobs that are done here at a time
	within limits // of each piece of work
}

// newShared opens the place of jobs. It is to be closed.
func newShared(e *env, w elsewhere, local int, within limits) (*shared, error) {
	worker, err := w.open(e, w.Workers)
	within.Sandbox = true
	return &shared{worker, e, local, within}, err
}

// job returns a job: the command line with other files, and with the shareable flags as they are now.
func (e *env) job(within limits, args ...string) jobs.Job {
	j := jobs.Job{Kind: e.command.Name, Args: args, Memory: within.memoryLimit()}
	j.Timeout = time.Duration(pieces(j.Kind)) * within.timeLimit()
	for _, f := range e.command.Flags {
		if !f.Tag.Has("job") || f.Target.IsZero() {
			continue
		}
		values := []any{f.Target.Interface()}
		if f.Target.Kind() == reflect.Slice {
			values = nil
			for _, v := range f.Target.Seq2() {
				values = append(values, v.Interface())
			}
		}
		for _, v := range values {
			if text := fmt.Sprint(v); text != "" {
				j.Flags = append(j.Flags, "--"+f.Name+"="+text)
			}
		}
	}
	return j
}

// pieces returns how many times the limit of time of a piece of work a job may take.
func pieces(command string) int {
	if command == "test" {
		return sandboxLines
	}
	return 1
}

// job returns a job on texts, which it stores.
func (s *shared) job(texts map[string]string, args ...string) (j jobs.Job, err error) {
	j = s.e.job(s.within, args...)
	j.Files = map[string]string{}
	for name, text := range texts {
		if j.Files[name], err = s.Text([]byte(text)); err != nil {
			return j, err
		}
	}
	if j.Build, err = jobs.Build(); err == nil {
		j.Input, err = s.Text(nil)
	}
	return j, err
}

// jobOn returns a job on a model.
func (s *shared) jobOn(file string, program *puzzle.Program) (j jobs.Job, err error) {
	m, err := textsOf(file, program)
	if err != nil {
		return j, err
	}
	if program.Translated() != "" { // a task in PDDL, whose problem finds its domain by name
		m.Main, m.Files = "problem.pddl", map[string]string{}
		for _, text := range program.Sources() {
			switch (pddl.Text{Text: text}).Kind() {
			case pddl.Domain:
				m.Files["domain.pddl"] = text
			case pddl.Problem, pddl.Both:
				m.Files[m.Main] = text
			case pddl.Neither: // the model as which the task is read
			}
		}
	}
	there := map[string]bool{program.Translated(): true}
	for _, text := range m.Files {
		there[text] = true
	}
	for name, text := range program.Sources() {
		if !strings.HasPrefix(name, "std:") && !there[text] {
			return j, fmt.Errorf("%s: it uses %s, which is outside its folder, and workers have no such file", file, name)
		}
	}
	return s.job(m.Files, m.Main)
}

// found is what a job found. Output is valid unless Failed says why there is none.
type found[T any] struct {
	*jobs.Result
	Output T
}

// results has jobs done, and returns what they found, in their order. check says what is wrong with an output, doing
// how far the jobs are.
func results[T any](
	ctx context.Context, s *shared, work []jobs.Job, check func(T) error, doing func(n int) string,
) ([]found[T], error) {
	progress := s.e.progress()
	defer progress.stop()
	read := func(text string) (output T, err error) {
		if err = json.Unmarshal([]byte(text), &output); err == nil {
			err = check(output)
		}
		return output, err
	}
	r := jobs.Request{Worker: s.Worker, Local: s.local, Progress: func(n int) { progress.doing(doing(n)) }}
	r.Check = func(r *jobs.Result) error {
		_, err := read(r.Output)
		return err
	}
	done, err := r.All(ctx, work)
	if ctx.Err() != nil {
		return nil, s.e.cut(ctx)
	}
	return lists.Map(done, func(r *jobs.Result) found[T] {
		output, err := read(r.Output)
		if r.Failed == "" && err != nil {
			r.Failed = err.Error()
		}
		return found[T]{r, output}
	}), plainError(err)
}

// oneOf returns an error if a word of the rows of an output is none of those that it may be.
func oneOf[T any, W ~string](rows []T, word func(T) W, words ...W) error {
	for _, row := range rows {
		if w := word(row); !slices.Contains(words, w) {
			return fmt.Errorf("%q is no result of the command", string(w))
		}
	}
	return nil
}

// result prints the result of a job. figures is what may differ from one machine to another; nil: nothing.
func (e *env) result(decided bool, output, figures any) error {
	text, err := json.Marshal(output)
	r := jobs.Result{Decided: decided, Output: string(text)}
	if figures != nil {
		text, bad := json.Marshal(figures)
		err, r.Figures = errors.Join(err, bad), string(text)
	}
	return errors.Join(err, e.writeJSON(r))
}

// doJob does a job in a process of its own.
func (e *env) doJob(ctx context.Context, folder string, j *jobs.Job, input []byte) jobs.Result {
	command, err := commandOf(e.named(j.Kind), folder, j)
	if err != nil {
		return jobs.Result{Failed: err.Error()}
	}
	return jobs.Process(ctx, command, input, j.Timeout)
}

// flagNamed returns a flag of a command, nil if there is none.
func flagNamed(command *kong.Node, name string) *kong.Flag {
	if command != nil {
		for _, f := range command.Flags {
			if f.Name == name {
				return f
			}
		}
	}
	return nil
}

// commandOf returns the command line of a job. An error says what of it no job may have.
func commandOf(command *kong.Node, folder string, j *jobs.Job) ([]string, error) {
	if flagNamed(command, "alone") == nil {
		return nil, fmt.Errorf("jobs of the kind %q are unknown", j.Kind)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	line := []string{self, j.Kind}
	for _, arg := range j.Args {
		if arg != "-" && !filepath.IsLocal(arg) {
			return nil, fmt.Errorf("%q is no file of the job", arg)
		}
		if arg != "-" {
			arg = filepath.Join(folder, arg)
		}
		line = append(line, arg)
	}
	for _, flag := range j.Flags {
		name, _, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "=")
		if f := flagNamed(command, name); f == nil || !f.Tag.Has("job") || !strings.HasPrefix(flag, "--"+name+"=") {
			return nil, fmt.Errorf("no job may have %q", flag)
		}
		line = append(line, flag)
	}
	if flagNamed(command, "sandbox") != nil {
		line = append(line, "--sandbox")
	}
	limit := (j.Timeout / time.Duration(pieces(j.Kind))).Round(time.Millisecond)
	return append(line, "--alone", "--quiet", "--timeout="+limit.String(), fmt.Sprint("--memory=", j.Memory)), nil
}

type workCommand struct {
	Address address       `arg:"" help:"The folder that all machines see, or nats://host:4222."`
	Jobs    int           `default:"1" placeholder:"N" help:"Do N jobs at a time."`
	Once    bool          `help:"End when no job waits."`
	Idle    time.Duration `type:"duration" placeholder:"10m" help:"End when no job has waited for this time."`
	Timeout time.Duration `type:"duration" default:"10m" placeholder:"10m" help:"Leave jobs that may take more time to others."`
	Memory  int64         `type:"bytes" placeholder:"4GiB" help:"Leave jobs that may take more memory to others; half of what the machine has, and at most 8GiB, unless given."`
	connection
}

// Help is shown below the command's line in its help.
func (workCommand) Help() string {
	return `Does jobs that pzc grade, test, verify, generate, bench and solve put there by
--workers ADDRESS. Each job runs in a process of its own, which runs no other
program, writes no files, and has a limit of memory and time. A worker does only
jobs of the same build of pzc.
Ctrl-C gives the jobs back. If a worker is killed, its jobs are done by others a
minute later. pzc help workers says more.

The exit status is 0 if the work ended as the flags say, and 2 if the address
cannot be used or a result of the worker was wrong.

Examples:

    pzc work /shared/jobs --jobs 4
    pzc work /shared/jobs --idle 10m
    pzc work /shared/jobs --once
    pzc work nats://host:4222 --creds pzc.creds`
}

// Run does jobs.
func (c *workCommand) Run(e *env) error {
	if c.Jobs < 1 {
		return errors.New("--jobs is a number of processes, 1 or more")
	}
	build, err := jobs.Build()
	if err != nil {
		return err
	}
	worker, err := c.open(e, c.Address)
	if err != nil {
		return err
	}
	defer worker.Close()
	most := limits{Memory: c.Memory}.memoryLimit()
	worker.Once, worker.Idle = c.Once, c.Idle
	worker.Accept = func(_ string, j *jobs.Job) error {
		switch {
		case j.Build != build:
			return fmt.Errorf("there are jobs for another build of pzc (%.12s, and this is %.12s); "+
				"run the same file on all machines", diag.Shown(j.Build), build)
		case j.Timeout <= 0 || j.Timeout > c.Timeout:
			return fmt.Errorf("there are jobs that may take %s; --timeout allows more", j.Timeout)
		case j.Memory <= 0 || j.Memory > most:
			return fmt.Errorf("there are jobs that may take %s; --memory allows more", text.Bytes(j.Memory))
		}
		_, err := commandOf(e.named(j.Kind), "", j)
		return err
	}
	ctx, stop := limits{}.start(e)
	defer stop()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var all sync.WaitGroup
	failed := make([]error, c.Jobs)
	for i := range failed {
		all.Go(func() {
			if failed[i] = worker.Run(ctx); failed[i] != nil {
				end(failed[i])
			}
		})
	}
	all.Wait()
	if errors.Is(context.Cause(ctx), errInterrupted) {
		return e.cut(ctx)
	}
	return cmp.Or(failed...)
}

// address is where jobs are: a folder, the address of a server, "nats" or "serve".
type address string

// UnmarshalText reads an address, and refuses what is no folder and looks like the address of a server.
func (a *address) UnmarshalText(text []byte) error {
	*a = address(text)
	info, err := os.Stat(string(text))
	switch {
	case len(text) == 0:
		return errors.New("an address is wanted: a folder, nats://host:4222, or serve")
	case err == nil && info.IsDir() || bytes.Contains(text, []byte("://")) || bytes.HasPrefix(text, []byte("serve:")):
		return nil
	}
	for _, near := range [][2]string{
		{`^(nats|tls|wss?):/*(.+)$`, "$1://$2"}, {`^serve(\d+)$`, "serve:$1"}, {`^([^:/]+:\d+)$`, "nats://$1"},
	} {
		if is := regexp.MustCompile(near[0]); is.Match(text) {
			return fmt.Errorf("%q is not a folder; did you mean %s?", text, is.ReplaceAll(text, []byte(near[1])))
		}
	}
	return nil
}

// open returns a worker for the jobs at an address.
func (c connection) open(e *env, at address) (jobs.Worker, error) {
	say := func(text string) { fmt.Fprintf(e.stderr, "pzc: %s\n", diag.Shown(text)) }
	store, err := c.store(e, string(at), say)
	if err != nil {
		return jobs.Worker{}, err
	}
	host, _ := os.Hostname() // the name only helps people to find a worker
	return jobs.Worker{Store: store, Name: fmt.Sprintf("%s-%d-%08x", host, os.Getpid(), rand.Uint32()), Do: e.doJob}, nil
}

func (c connection) store(e *env, address string, say func(string)) (*jobs.Store, error) {
	serves := address == "serve" || strings.HasPrefix(address, "serve:")
	if !serves && address != "nats" && !strings.Contains(address, "://") {
		if c.Creds != "" {
			return nil, errors.New("--creds is for a server, nats://host:4222, and not for a folder")
		}
		return jobs.Open(address, c.Lease, say)
	}
	if serves && c.Creds != "" {
		return nil, errors.New("--creds is for a server of your own, nats://host:4222, and not for serve")
	}
	program, err := natsProgram()
	if err != nil {
		return nil, err
	}
	command := []string{program, "1", address}
	if c.Creds != "" {
		command = append(command, c.Creds)
	}
	store, reached, err := jobs.Start(command, e.stderr, c.Lease, say)
	if err != nil {
		return nil, err
	}
	if serves {
		say("other machines work on this by: pzc work " + reached)
	}
	return store, nil
}

// natsProgram finds the program that speaks with servers of NATS, beside pzc or in PATH.
func natsProgram() (string, error) {
	const name = "pzc-nats"
	if self, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), name)); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", errors.New("servers of NATS need the program pzc-nats from the archive of pzc; " +
			"put it beside pzc, or give a folder")
	}
	return path, nil
}
