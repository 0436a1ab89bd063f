package depthfirst

// batches: the page searches nothing by batches, so that its compiler stays small.
const batches = false

const mostBatched = 0

type extent struct{ narrow, largest int64 }

type batch[W state] struct{ extent }

func (*batch[W]) resize(*successorLists[W]) {}

func (*batch[W]) cells() int64 { return 0 }

func (*idaStar[W]) batchBelow(W, int64, *successorList[W]) bool { return false }
