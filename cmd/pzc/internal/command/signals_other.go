//go:build !unix

package command

func ignoreFileSize() {}
