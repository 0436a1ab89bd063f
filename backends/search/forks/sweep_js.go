package forks

// sweeps: the page sweeps nothing, so that its compiler stays small.
const sweeps = false

const mostSwept = 0

type extent struct{ narrow, largest int64 }

type sweep[W state] struct{ extent }

func (*sweep[W]) resize(*follow[W]) {}

func (*sweep[W]) cells() int64 { return 0 }

func (*dive[W]) sweepBelow(W, int64, *fork[W]) bool { return false }
