//go:build !js

package pattern

// twoBytes reports whether tables are built with entries of two bytes, too.
const twoBytes = true
