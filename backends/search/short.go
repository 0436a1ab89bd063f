//go:build !js

package search

// mostShort is the greatest length of a short fork.
const mostShort = 3
