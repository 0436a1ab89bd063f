package draw

// Page is an HTML page that plays plans. It has boards as SVG, buttons, keys, the list of moves, and statistics.
type Page struct {
	Title, Headline string
	List            string // the name of the list of frames: "Moves", "Solutions"
	First           int    // the number of the first frame
	Films           []Film
	Facts           [][2]string
	Sections        []Section
}

// Section is a part of a page below the others: a table, lines of text, and pictures with captions.
type Section struct {
	Title  string
	Rows   [][]string // the first cell of each is its head
	Lines  []string
	Frames []Frame
	Link   string // the file to which the title leads; "": nowhere
}

// Still reports whether the page has one frame only, so that there is nothing to play.
func (p *Page) Still() bool { return len(p.Films) == 1 && len(p.Films[0].Frames) == 1 }

// Film is a plan, as frames from its first state on.
type Film struct {
	Name   string
	Frames []Frame
}

// Frame is a state and the move that leads to it.
type Frame struct {
	Picture *Picture
	Move    string
	Note    string // label and cost of the move, if they are worth showing
}
