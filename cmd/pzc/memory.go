package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/pzc-lang/pzc/internal/room"
	"github.com/pzc-lang/pzc/internal/text"
)

// While the process is small, the collector lets garbage grow to three times the memory in use. Otherwise a puzzle that
// is solved in a tenth of a second would spend a fifth of that time on collecting.
const (
	smallProcess = 32 << 20 // bytes
	smallGarbage = 300      // per cent
	usualGarbage = 100
)

// leastSlack is the number of bytes that ending the work may take beyond any limit.
const leastSlack = 6 << 20

// farBeyond reports whether work that was ended goes on taking memory. Where it is known, memory counts only when it is
// written to, because a solver that makes a table in one piece must not cost the answer.
func farBeyond(limit, used int64) bool {
	most := limit + max(limit/10, leastSlack)
	if used <= most {
		return false
	}
	if resident, known := room.Resident(); known {
		return resident > most
	}
	return used > limit+limit/3
}

// guardMemory holds the limit of memory for all that backends do not account for. Near the limit the collector works
// harder; beyond the limit the work is ended; if it still takes memory, the process is ended.
func (l limits) guardMemory(e *env, end context.CancelCauseFunc, done <-chan struct{}) {
	limit := l.memoryLimit()
	debug.SetMemoryLimit(limit)
	small := os.Getenv("GOGC") == ""
	if small {
		debug.SetGCPercent(smallGarbage)
	}
	far, near := 10*time.Millisecond, time.Millisecond
	tick, pace := time.NewTicker(far), far
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		used := room.Held()
		if small && used > smallProcess {
			small = false
			debug.SetGCPercent(usualGarbage)
		}
		now := far
		if used > limit-limit/4 {
			now = near
		}
		if now != pace {
			pace = now
			tick.Reset(pace)
		}
		if used > limit+limit/20 {
			end(l.full())
		}
		if farBeyond(limit, used) {
			e.answering.breakOff(func() {
				fmt.Fprintf(e.stderr, "pzc: error: the memory limit of %s was reached;"+
					" --memory allows more, and a smaller puzzle needs less\n", text.Bytes(limit))
				e.quit(exitUndecided)
			})
		}
	}
}
