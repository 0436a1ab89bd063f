// Package store holds the sets of states that searches keep, and other data that grow with the number of states.
//
//   - Closed numbers the states in the order in which they are put; Pages is a list of values for these numbers.
//   - Queue is the open list of best-first searches.
//   - Set is the set of the states that a breadth-first search has seen. It is a HashSet or, if there are few packed
//     states, a BitSet or a DepthSet; Ranker numbers the states for these two. Trail is the list of the states in the
//     order in which they were seen. Pieces needs no list, and may lie in a file.
//   - Costs is a table of costs by state.
//
// Methods named Bytes return the memory that a value takes, in bytes. Nothing here is safe for use by several
// goroutines at once, except that different parts of a Set may be marked at the same time.
package store
