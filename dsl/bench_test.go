package dsl_test

import (
	"bytes"
	"testing"

	"github.com/pzc-lang/pzc/dsl"
)

func BenchmarkParse(b *testing.B) {
	src := bytes.Repeat(library(b)["moves/taquin.pz"], 100)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, errs := dsl.Parse("taquin.pz", src); len(errs) > 0 {
			b.Fatal(errs)
		}
	}
}

func BenchmarkFormat(b *testing.B) {
	src := bytes.Repeat(library(b)["moves/taquin.pz"], 100)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, errs := dsl.Format("taquin.pz", src); len(errs) > 0 {
			b.Fatal(errs)
		}
	}
}
