package forks

// The page has no functions for short forks and no dives through states of several words, so that its compiler stays
// small. IDA* then searches in the general way.
const (
	mostShort = 0
	wideDives = false
)
