package search

import "embed"

// Source is the text of this package. Generated programs contain it.
//
//go:embed search.go graph.go bfs.go bestfirst.go depthfirst.go deepening.go expr.go
//go:embed inplace.go assign.go starts.go show.go
var Source embed.FS
