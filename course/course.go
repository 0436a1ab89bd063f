// Package course embeds the exercises of the course, each in its folder.
package course

import "embed"

//go:embed */*
var files embed.FS

// FS returns the exercises: "02-river/task.md".
func FS() embed.FS { return files }
