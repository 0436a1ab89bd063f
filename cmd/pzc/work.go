package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/text"
)

type workCommand struct {
	Address address  `arg:"" help:"The folder that all machines see, or nats://host:4222."`
	Jobs    int      `default:"1" placeholder:"N" help:"Do N jobs at a time."`
	Once    bool     `help:"End when no job waits."`
	Idle    duration `placeholder:"10m" help:"End when no job has waited for this time."`
	Timeout duration `default:"10m" placeholder:"10m" help:"Leave jobs that may take more time to others."`
	Memory  int64    `type:"bytes" placeholder:"4GiB" help:"Leave jobs that may take more memory to others; half of what the machine has, and at most 8GiB, unless given."`
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
	worker.Once, worker.Idle = c.Once, time.Duration(c.Idle)
	worker.Accept = func(_ string, j *jobs.Job) error {
		switch {
		case j.Build != build:
			return fmt.Errorf("there are jobs for another build of pzc (%.12s, and this is %.12s); "+
				"run the same file on all machines", diag.Shown(j.Build), build)
		case j.Timeout <= 0 || j.Timeout > time.Duration(c.Timeout):
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
		return jobs.Open(address, time.Duration(c.Lease), say)
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
	store, reached, err := jobs.Start(command, e.stderr, time.Duration(c.Lease), say)
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
