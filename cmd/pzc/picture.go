package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/draw"
)

// picture draws a state.
func picture(z *pzc.Puzzle, state []int64) *draw.Picture {
	var views []draw.Board
	for _, b := range z.Shown(state) {
		views = append(views, draw.Board(b))
	}
	return draw.Boards(views)
}

// writePicture writes a picture to a file whose name says in which format.
func writePicture(file string, p *draw.Picture) error {
	if strings.EqualFold(filepath.Ext(file), ".png") {
		return writeFile(file, p.PNG)
	}
	return writeFile(file, p.SVG)
}

// endsIn demands that the name of a file says one of some formats.
func endsIn(flag, file string, endings ...string) error {
	for _, e := range endings {
		if file == "" || strings.EqualFold(filepath.Ext(file), e) {
			return nil
		}
	}
	return fmt.Errorf("%s %s: the file's name must end in %s", flag, file, strings.Join(endings, " or "))
}
