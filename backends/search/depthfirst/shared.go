//go:build !js

package depthfirst

const (
	wideIDAStar = true // states of two or three words have an idaStar
	threaded    = true // threads share long passes
)
