// Package store holds the sets of states that searches keep, and other data that grow with the number of states.
//
//   - Closed numbers the states in the order in which they are put; Pages is a list of values for these numbers.
//   - Queue is the open list of best-first searches.
//   - Costs is a table of costs by state.
//
// Methods named Bytes return the memory that a value takes, in bytes. Nothing here is safe for use by several
// goroutines at once.
package store
