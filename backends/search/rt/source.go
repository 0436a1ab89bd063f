package search

import "embed"

// Source is the text of this package, which generated programs carry with them.
//
//go:embed search.go graph.go bfs.go bestfirst.go depthfirst.go deepening.go assign.go driven.go show.go
var Source embed.FS
