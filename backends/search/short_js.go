package search

// mostShort: the page has no functions for short forks, so that its compiler stays small.
const mostShort = 0
