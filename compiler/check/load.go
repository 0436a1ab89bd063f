package check

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Load parses and checks a model and the files that it uses, read from fsys. If the list has errors, the program is
// nil.
func Load(fsys fs.FS, name string) (*model.Program, diag.List) {
	return (&Loader{FS: fsys}).Load(name)
}

// Load loads the model in a file.
func (l *Loader) Load(name string) (*model.Program, diag.List) {
	text, err := fs.ReadFile(l.FS, name)
	if err != nil {
		return nil, diag.List{unreadable(diag.Span{Start: start(name), End: start(name)}, name, err)}
	}
	return l.LoadText(name, string(text))
}

// LoadText loads a model with a given text. Names of files in it are relative to name.
func (l *Loader) LoadText(name, text string) (*model.Program, diag.List) {
	l.loading = append(l.loading, name)
	defer func() { l.loading = l.loading[:len(l.loading)-1] }()

	return l.check(name, text, nil)
}

// Translated is a model that was translated from another language. Findings and spans point into the texts of that
// language, which the caller keeps by Keep.
type Translated struct {
	Name     string                               // of the file that was translated
	Text     string                               // of the model
	At       func(from, to int) (diag.Span, bool) // the part of the texts for which a stretch of Text stands
	Notation model.Notation
}

// TranslatedName returns the name of the text into which a file is translated. Findings about what stands for nothing
// in the file point into this text.
func TranslatedName(file string) string { return file + ".pz" }

// LoadTranslated loads a translated model.
func (l *Loader) LoadTranslated(t *Translated) (*model.Program, diag.List) {
	program, diags := l.check(TranslatedName(t.Name), t.Text, t)
	if program != nil {
		program.Name, program.Notation = t.Name, t.Notation
	}
	return program, diags
}

// check reads a model and checks it.
func (l *Loader) check(name, text string, from *Translated) (*model.Program, diag.List) {
	r := &reader{loader: l, seen: map[string]bool{}, from: from}
	r.file(name, text)
	c := newChecker(l)
	c.needs, c.program.IsPart = r.needs, r.part
	program := c.check(name, r.files)
	if r.diags.HasErrors() {
		c.diags = withoutLost(c.diags, r.files, r.diags)
	}
	diags := append(r.diags, c.diags...).Sorted()
	if diags.HasErrors() {
		return nil, diags
	}
	if l.files == nil {
		l.files = map[*model.Program][]*dsl.File{}
	}
	l.files[program] = r.files
	if from == nil {
		program.Sources = l.Sources
	}
	return program, diags
}

// parse parses the text of one file and keeps it for printing.
func (l *Loader) parse(name, text string) (*dsl.File, diag.List) {
	l.Keep(name, text)
	file, diags := dsl.Parse(name, []byte(text))
	if file != nil && file.Src != "" {
		l.Keep(name, file.Src)
	}
	return file, diags
}

// reader collects the file of a model and the files that it uses, which come first.
type reader struct {
	loader *Loader
	diags  diag.List
	seen   map[string]bool
	open   []string // files being read, each used by the one before
	files  []*dsl.File
	from   *Translated // nil: the text is the model's own
	part   bool        // the file is opened alone and is a part of models
	needs  []neededBy
	at     diag.Span // the `use` line of the model's own file that is followed
}

func (r *reader) file(name, text string) {
	r.seen[name] = true
	r.open = append(r.open, name)
	defer func() { r.open = r.open[:len(r.open)-1] }()

	file, diags := r.loader.parse(name, text)
	if r.from != nil {
		place := func(s diag.Span) (diag.Span, bool) { return r.from.At(s.Start.Offset, s.End.Offset) }
		for _, d := range diags {
			d.Msg = "in the model that pzc makes of this, " + d.Msg // too large, or conditions are nested too deeply
			if to, ok := place(d.Span); ok {
				d.Span = to
			}
		}
		if file != nil {
			dsl.Relocate(file, place)
		}
	}
	r.diags = append(r.diags, diags...)
	if file == nil {
		return
	}
	r.takeNeeds(file)
	for _, d := range file.Decls {
		if use, ok := d.(*dsl.UseDecl); ok {
			r.use(name, use)
		}
	}
	r.files = append(r.files, file)
}

func (r *reader) use(from string, use *dsl.UseDecl) {
	name, ok := Relative(from, use.Path)
	if len(r.open) == 1 {
		r.at = use.Path.Span()
	}
	if !ok {
		r.diags.Errorf(use.Path.Span(), codeUse, "a file name cannot hold `{…}`")
		return
	}
	if cycle := upTo(r.open, name); cycle != nil {
		r.diags.Errorf(use.Path.Span(), codeUseCycle, "files use each other in a cycle: %s",
			chain(append(cycle, name)))
		return
	}
	if r.seen[name] {
		return
	}
	text, err := fs.ReadFile(r.loader.FS, name)
	if err != nil {
		r.seen[name] = true
		r.diags.Add(unreadable(use.Path.Span(), name, err))
		return
	}
	r.file(name, string(text))
}

// Std is the prefix of the names of files in the library. Such names are absolute. `std:loop` is a kit: a part of
// models in the folder kits.
const Std = "std:"

// Relative returns the full name of a file that the file from names. ok is false if p is not a plain text.
func Relative(from string, p *dsl.Str) (name string, ok bool) {
	for _, part := range p.Parts {
		if part.Expr != nil {
			return "", false
		}
		name += part.Text
	}
	if kit, ok := strings.CutPrefix(name, Std); ok && !strings.ContainsAny(kit, "/.") {
		return Std + "kits/" + kit + ".pz", true
	}
	if path.IsAbs(name) || strings.HasPrefix(name, Std) {
		return path.Clean(name), true
	}
	return path.Join(path.Dir(from), name), true
}

// Chosen checks a program again with the values of its enums that are parameters. These values are given from outside
// (names by parameter, nil for parameters that are not enums). If they are not, those of the instance ("": none) or the
// defaults are taken. Other values of parameters are dropped. Chosen returns p itself if there is nothing to choose.
func (l *Loader) Chosen(p *model.Program, instance string, given map[string][]string) (*model.Program, diag.List) {
	if !slices.ContainsFunc(p.Enums, func(e *model.Enum) bool {
		return e.Param != nil && (instance != "" || given[e.Name] != nil || e.Param.Value == nil)
	}) {
		return p, nil
	}
	again := *l
	again.Index, again.loading = nil, []string{p.Name}
	c := newChecker(&again)
	files := l.files[p]
	c.choice = &choice{given: given, instance: instancesOf(files)[instance]}
	program := c.check(p.Name, files)
	if c.diags.HasErrors() {
		return nil, c.diags
	}
	program.Notation, program.Sources = p.Notation, p.Sources
	return program, nil
}
