package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/apps/coursework/class"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/output"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/present/gamepage/positions"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// sharing is the flags of commands whose work on models other machines may do.
type sharing struct {
	elsewhere
	Jobs int `default:"1" placeholder:"N" help:"With --workers: do N jobs at a time on this machine."`
}

// elsewhere is the flags of commands whose work other machines may do.
type elsewhere struct {
	Workers address `placeholder:"ADDRESS" help:"Share the work with each pzc work ADDRESS, on other machines too: a folder, nats://host:4222, or serve."`
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
	Creds string   `placeholder:"FILE" help:"Credentials for the server of NATS."`
	Lease duration `hidden:"" default:"1m"`
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

// The kinds of jobs are commands that grade a submission, test a file, verify an instance, draw candidates, make a run
// of a bench, and decide a cube.
const (
	gradeJob    = "grade"
	testJob     = "test"
	verifyJob   = "verify"
	generateJob = "generate"
	benchJob    = "bench"
	solveJob    = "solve"
)

// modelInput is the input of a job on a model.
type modelInput struct {
	Main     string   `json:"main"`
	Instance string   `json:"instance"`
	Own      bool     `json:"own,omitempty"` // the model's own parameters, and no instance
	States   int      `json:"states,omitempty"`
	Draw     *drawing `json:"draw,omitempty"`

	Run  *benchInput `json:"run,omitempty"`
	Cube *cubeInput  `json:"cube,omitempty"`
}

// modelKind is a kind of jobs on models. Its name is that of the command that the job runs.
type modelKind struct {
	pieces int // how many times the limit of time of a piece of work a job may take
	// output returns what of the JSON of the command is the result, without what differs from machine to machine, and
	// whether no limit but those in the input was reached.
	output func(report []byte) (any, bool, error)
}

func modelKinds() map[string]modelKind {
	return map[string]modelKind{
		testJob: {sandboxLines, testOutputOf}, verifyJob: {1, verifyOutputOf}, generateJob: {1, draftsOutputOf},
		benchJob: {1, nil}, solveJob: {1, cubeOutputOf},
	}
}

// modelJob stores the texts of a model, and returns a job on it.
func modelJob(
	w jobs.Worker, kind, file string, program *puzzle.Program, in modelInput, within limits, steps int64,
) (j jobs.Job, err error) {
	m, err := textsOf(file, program)
	if program.Translated() != "" {
		m = planningTexts(program)
	}
	if err != nil {
		return j, err
	}
	for name, text := range program.Sources() {
		if !strings.HasPrefix(name, "std:") && text != program.Translated() && !hasText(m, text) {
			return j, fmt.Errorf("%s: it uses %s, which is outside its folder, and workers have no such file", file, name)
		}
	}
	within.Sandbox = true
	j = jobs.Job{
		Kind: kind, Files: map[string]string{},
		Timeout: time.Duration(modelKinds()[kind].pieces) * within.timeLimit(), Memory: within.memoryLimit(), Work: steps,
	}
	if j.Build, err = jobs.Build(); err != nil {
		return j, err
	}
	for name, text := range m.Files {
		if j.Files[name], err = w.Text([]byte(text)); err != nil {
			return j, err
		}
	}
	in.Main = m.Main
	input, err := json.Marshal(in)
	if err != nil {
		return j, err
	}
	j.Input, err = w.Text(input)
	return j, err
}

// planningTexts returns the texts of a task in PDDL under names by which the problem finds its domain.
func planningTexts(program *puzzle.Program) positions.Model {
	m := positions.Model{Files: map[string]string{}, Main: "problem.pddl"}
	for _, text := range program.Sources() {
		switch (pddl.Text{Text: text}).Kind() {
		case pddl.Domain:
			m.Files["domain.pddl"] = text
		case pddl.Problem, pddl.Both:
			m.Files[m.Main] = text
		case pddl.Neither: // the model as which the task is read
		}
	}
	return m
}

// all returns the results of jobs. doing says how far they are.
func (s sharing) all(
	ctx context.Context, e *env, w jobs.Worker, work []jobs.Job, check func(output string) error, doing func(n int) string,
) ([]*jobs.Result, error) {
	progress := e.progress()
	defer progress.Stop()
	r := jobs.Request{Worker: w, Local: s.Jobs, Check: check}
	r.Progress = func(n int) { progress.Doing(doing(n)) }
	done, err := r.All(ctx, work)
	if ctx.Err() != nil {
		return nil, e.cut(ctx)
	}
	return done, output.Plain(err)
}

// do does a job on a model in a process of its own. The input chooses no flags but those that are named here.
func (k modelKind) do(ctx context.Context, self, folder string, j *jobs.Job, input []byte) jobs.Result {
	var in modelInput
	if err := json.Unmarshal(input, &in); err != nil || !filepath.IsLocal(in.Main) {
		return jobs.Result{Failed: "the job names no file"}
	}
	command := []string{
		self, j.Kind, filepath.Join(folder, in.Main), "--sandbox", "--format", "json", "--quiet",
		"--timeout", (j.Timeout / time.Duration(k.pieces)).Round(time.Millisecond).String(), "--memory", fmt.Sprint(j.Memory),
	}
	flag := func(given bool, words ...string) {
		if given {
			command = append(command, words...)
		}
	}
	flag(in.Instance != "", "--instance="+in.Instance)
	flag(in.Own, "--own")
	flag(in.States > 0, "--states", fmt.Sprint(in.States))
	flag(j.Work > 0, "--work", fmt.Sprint(j.Work))
	if in.Draw != nil {
		command = append(command, in.Draw.flags()...)
	}
	if in.Cube != nil {
		command = append(command, in.Cube.flags()...)
	}
	done := class.Process(ctx, command, nil, j.Timeout)
	if done.Failed != "" {
		return jobs.Result{Failed: done.Failed}
	}
	found, decided, err := k.output(done.Report)
	text, bad := json.Marshal(found)
	if err = cmp.Or(err, bad); err != nil {
		return jobs.Result{Failed: err.Error()}
	}
	return jobs.Result{Decided: decided, Output: string(text)}
}

// doJob does a job in a process of its own.
func doJob(ctx context.Context, folder string, j *jobs.Job, input []byte) jobs.Result {
	self, err := os.Executable()
	if err != nil {
		return jobs.Result{Failed: err.Error()}
	}
	if j.Kind == benchJob {
		return doBench(ctx, self, folder, j, input)
	}
	if k, is := modelKinds()[j.Kind]; is {
		return k.do(ctx, self, folder, j, input)
	}
	command := gradingCommand(self, folder, j.Timeout, j.Memory, j.Work)
	done := class.Process(ctx, command, input, j.Timeout)
	var report struct{ Judged bool }
	decided := json.Unmarshal(done.Report, &report) == nil && report.Judged
	return jobs.Result{Decided: decided, Output: string(done.Report), Failed: done.Failed}
}
