// Package course embeds the exercises of the course, each in its folder.
package course

import "embed"

//go:embed */* settings.json
var files embed.FS

// FS returns the exercises: "02-river/task.md".
func FS() embed.FS { return files }

// Settings is the file with the public settings of all exercises as JSON, a list of exercise.Exercise in the order of
// the course. Programs that must be small read it: they have no reader of exercise.toml.
const Settings = "settings.json"
