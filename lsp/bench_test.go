package lsp

import (
	"io/fs"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/models"
)

// BenchmarkTyping types the largest model key by key and waits for the findings after each key. It reports how long the
// findings take: the median and the longest.
func BenchmarkTyping(b *testing.B) {
	text, err := fs.ReadFile(models.FS(), "taquin/taquin.pz")
	require.NoError(b, err)
	for b.Loop() {
		c := start(b, `{}`, Options{Rest: time.Hour})
		c.open(uri, "")
		var took []time.Duration
		for i := range text {
			began := time.Now()
			c.change(uri, string(text[:i+1]))
			c.findings(uri, 1)
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/median")
		b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms/worst")
	}
}

// BenchmarkLate opens each model of the library and reports how long the longest wait for findings that need the data
// is, without the rest after a key.
func BenchmarkLate(b *testing.B) {
	for b.Loop() {
		worst := time.Duration(0)
		c := start(b, `{}`, Options{})
		for _, file := range libraryFiles(b) {
			text, err := fs.ReadFile(models.FS(), file)
			require.NoError(b, err)
			began := time.Now()
			c.open("std:"+file, string(text))
			c.findings("std:"+file, 2)
			worst = max(worst, time.Since(began))
			c.notify("textDocument/didClose", documentParams{documentID{"std:" + file}})
		}
		b.ReportMetric(float64(worst.Milliseconds()), "ms/worst")
	}
}

func libraryFiles(tb testing.TB) (files []string) {
	err := fs.WalkDir(models.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if !d.IsDir() && name != "taquin/walking.pz" {
			files = append(files, name)
		}
		return err
	})
	require.NoError(tb, err)
	return files
}
