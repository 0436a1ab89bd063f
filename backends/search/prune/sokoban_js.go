package prune

import "github.com/pzc-lang/pzc/backends/search/space"

// Finder finds moves that suffice.
type Finder interface {
	Find(st, only []uint64) []uint64
}

// Corrals finds no corrals: the compiler of the page is to be small.
func Corrals(*space.Space) func() Finder { return nil }

// Packing is the rating of a state.
type Packing struct {
	Missing, Parts int
	Costs          [][]int64
}

// Packer rates the states of a Sokoban-like puzzle.
type Packer interface {
	Rate(st []uint64) Packing
	MovesFrom(node int32) []uint64
	To(move int32) int32
	Bytes() int64
}

// NewPacker makes no Packer, for the same reason.
func NewPacker(*space.Space, []uint64) Packer { return nil }
