//go:build unix

package lsp

import (
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
)

// processorTime returns the time that this process has taken of the processor.
func processorTime(tb testing.TB) time.Duration {
	var usage syscall.Rusage
	require.NoError(tb, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// longest is the longest piece of work, and of which file.
type longest struct {
	took time.Duration
	file string
}

func (l *longest) note(took time.Duration, file string) {
	if took > l.took {
		*l = longest{took, file}
	}
}

func (l *longest) report(b *testing.B, what string) {
	b.Logf("%s: %v, %s", what, l.took, l.file)
	b.ReportMetric(float64(l.took.Microseconds())/1000, "ms/"+what)
}

// BenchmarkReplay types each model of the library key by key, with mistakes, and then rests. It reports the time of the
// processor until the findings after a key are there (the median and the worst), and until those that need the data are
// there (the worst). It also reports the memory in use after the first replay and at the end: -benchtime 10x shows that
// it is flat.
func BenchmarkReplay(b *testing.B) {
	c := start(b, `{}`, Options{Rest: time.Hour})
	rested := start(b, `{}`, Options{})
	var keys []time.Duration
	var key, late longest
	var memory []float64 // in MiB, after each replay
	for b.Loop() {
		keys = keys[:0]
		for _, file := range compilertest.LibraryFiles(b) {
			text, uri := compilertest.LibraryText(b, file), "std:"+file
			before := processorTime(b)
			c.open(uri, "")
			typed(c, uri, text, 97, func() {
				c.findings(uri)
				now := processorTime(b)
				keys = append(keys, now-before)
				key.note(now-before, file)
				before = now
			})
			c.notify("textDocument/didClose", documentParams{documentID{uri}})
			if file == "moves/walking.pz" { // a part of taquin.pz, without data
				continue
			}
			before = processorTime(b)
			rested.open(uri, text)
			rested.late(uri)
			late.note(processorTime(b)-before, file)
			rested.notify("textDocument/didClose", documentParams{documentID{uri}})
		}
		runtime.GC()
		var heap runtime.MemStats
		runtime.ReadMemStats(&heap)
		memory = append(memory, float64(heap.HeapAlloc)/(1<<20))
	}
	slices.Sort(keys)
	b.ReportMetric(float64(keys[len(keys)/2].Microseconds())/1000, "ms/median")
	b.Logf("MiB after each replay: %.1f", memory)
	b.ReportMetric(memory[0], "MiB/first")
	b.ReportMetric(memory[len(memory)-1], "MiB/last")
	key.report(b, "worst")
	late.report(b, "late")
}
