package search

import "embed"

// Source is the text of this package. A generated program contains the files that it uses.
//
//go:embed options.go search.go graph.go bfs.go bestfirst.go depthfirst.go deepening.go expr.go
//go:embed inplace.go assign.go starts.go show.go order.go ground.go
var Source embed.FS
