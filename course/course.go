// Package course embeds the exercises of the course, each in its folder: what a page needs that lets students try them.
// The answers in the folders right are for `pzc exercise check`, and are not embedded.
package course

import "embed"

//go:embed */*.md */*.pz */wrong settings.json
var files embed.FS

// FS returns the exercises: "02-river/task.md".
func FS() embed.FS { return files }

// Settings is the file with the public settings of the exercises as JSON, a list of exercise.Exercise in the order of
// the course. Programs that must be small read it: they have no reader of exercise.toml. It leaves out exercises in
// PDDL, which such programs do not judge.
const Settings = "settings.json"
