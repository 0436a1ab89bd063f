//go:build !js

package depthfirst

const (
	mostShort   = 3    // the greatest length of a short list
	wideIDAStar = true // states of two or three words have an idaStar
	threaded    = true // threads share long passes
)
