package pattern

// twoBytes: the page builds tables with entries of one byte or four, so that its compiler stays small.
const twoBytes = false
