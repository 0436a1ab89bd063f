package search

import "embed"

// Source is the text of this package. Generated programs contain it.
//
//go:embed search.go graph.go bfs.go bestfirst.go depthfirst.go deepening.go expr.go data.go table.go pattern.go
//go:embed keep.go kernel.go wide.go turns.go flood.go product.go assign.go starts.go show.go
var Source embed.FS

// Driving is the rest of the text, for driven programs.
//
//go:embed auto.go driven.go mapped_unix.go mapped_other.go
var Driving embed.FS
