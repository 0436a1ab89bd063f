// Package docs embeds the documents that `pzc help` shows.
package docs

import (
	"embed"
	"io/fs"
)

//go:embed *.md
var files embed.FS

// FS holds the documents, each NAME.md.
func FS() fs.FS { return files }
