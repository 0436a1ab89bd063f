package draw

import _ "embed" // for the theme

// Theme is the style sheet of the colours of pages: those of pictures (see Picture.Inline), and of what stands around
// them. The reader's setting chooses between light and dark, unless data-theme of the page does.
//
//go:embed theme.css
var Theme string

//go:embed page.css
var pageStyle string
