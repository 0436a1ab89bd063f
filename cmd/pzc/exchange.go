package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/generate"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/levels"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type importCommand struct {
	As       string   `placeholder:"FORMAT" help:"The format: xsb, rush_hour, sudoku, tiles, bloxorz, non, puzzlink or pddl. Unless given, the file's name or its text tells."`
	Files    []string `arg:"" name:"file" help:"Files of one format, - for standard input, or addresses of puzz.link."`
	Output   string   `short:"o" placeholder:"FILE" help:"Write to this file, which must not exist yet, instead of standard output."`
	Instance string   `short:"i" placeholder:"NAME" help:"Only this level."`
	Model    string   `placeholder:"MODEL" help:"The model that the levels are for; unless given, the usual one of the format."`
	Hole     string   `enum:"first,last" default:"last" placeholder:"first|last" help:"With tiles: where the hole is in the goal."`
}

func (importCommand) Help() string {
	var formats strings.Builder
	for _, f := range levels.Formats() {
		fmt.Fprintf(&formats, "    %-10s %s (for %s)\n", f.Name, f.About, cmp.Or(f.Model, "the model of the genre"))
	}
	return `Reads puzzles in common formats of levels, and writes a data file: a model of the library with an instance for
each puzzle, called level_1, level_2 and so on. With --format json it writes one puzzle as the object that
--data reads. Standard error says how many puzzles were read.

Formats:

` + formats.String() + `
Genres of puzz.link that are read: ` + strings.Join(levels.Genres(), ", ") + `.

--as pddl reads a domain and a problem of PDDL instead, and writes a model; several problems become instances of one
model. See pzc help planning.

Examples:

    pzc import --as pddl domain.pddl problem.pddl -o model.pz
    pzc import microban.xsb -o microban.pz
    pzc solve microban.pz -i level_12
    pzc import microban.xsb --model sokoban_steps
    pzc import 'https://puzz.link/p?slither/5/5/cbcbcddad' -o loop.pz
    pzc import --as tiles korf.txt --hole first -i level_3 --format json`
}

func (c *importCommand) Run(e *env) error {
	if c.As == "pddl" || c.As == "" && isPlanning(c.Files[0]) {
		return c.planning(e)
	}
	var files []*puzzle.Text
	for _, name := range c.Files {
		if strings.Contains(name, "://") {
			files = append(files, &puzzle.Text{Name: "address", Text: name})
			c.As = cmp.Or(c.As, "puzzlink")
			continue
		}
		file, err := e.readRaw(context.Background(), name)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	format, err := c.format(files[0])
	if err != nil {
		return err
	}
	all, err := c.levels(e, format, files)
	if err != nil {
		return err
	}
	if c.Instance != "" {
		if all, err = levelNamed(all, c.Instance); err != nil {
			return err
		}
	}
	text, err := c.text(e, format, all)
	if err != nil {
		return err
	}
	return c.write(e, text)
}

func (c *importCommand) write(e *env, text string) error {
	if c.Output != "" {
		return createFile(c.Output, text)
	}
	_, err := fmt.Fprint(e.stdout, text)
	return err
}

// format returns the format that is named or, if none is, that of a file.
func (c *importCommand) format(file *puzzle.Text) (levels.Format, error) {
	if c.As == "" {
		return guessed(file)
	}
	names := []string{"pddl"}
	for _, f := range levels.Formats() {
		if f.Name == c.As {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return levels.Format{}, fmt.Errorf("--as %s: there is no such format; %s", c.As,
		diag.Meant(c.As, names, "there are "+strings.Join(names, ", ")))
}

// guessed returns the only format that a file can be of.
func guessed(file *puzzle.Text) (levels.Format, error) {
	all := levels.Guess(file.Name, file.Text)
	if len(all) == 1 {
		return all[0], nil
	}
	what := "no format reads this without errors; name the format to see them"
	if len(all) == 0 {
		all = levels.Formats()
	} else {
		what = "several formats read this; name the format"
	}
	names := lists.Map(all, func(f levels.Format) string { return f.Name })
	return levels.Format{}, fmt.Errorf("%s: %s: --as %s", diag.Shown(file.Name), what, strings.Join(names, ", --as "))
}

// levels reads all files, and gives each level a name of its own.
func (c *importCommand) levels(e *env, format levels.Format, files []*puzzle.Text) ([]levels.Level, error) {
	var all []levels.Level
	taken := map[string]bool{}
	for _, file := range files {
		found, diags := levels.Read(format, file.Name, file.Text, levels.Options{HoleFirst: c.Hole == "first"})
		if diags.HasErrors() || !e.globals.Quiet {
			e.printFindings(diags, map[string]string{file.Name: file.Text})
		}
		switch {
		case diags.HasErrors():
			return nil, exit(exitWrong)
		case !e.globals.Quiet:
			fmt.Fprintf(e.stderr, "%s: %s read\n", diag.Shown(file.Name), text.Count(len(found), "level"))
		}
		for _, l := range found {
			for n := len(all) + 1; taken[l.Name]; n++ {
				l.Name = fmt.Sprintf("level_%d", n)
			}
			taken[l.Name] = true
			all = append(all, l)
		}
	}
	return all, nil
}

func levelNamed(all []levels.Level, name string) ([]levels.Level, error) {
	i := slices.IndexFunc(all, func(l levels.Level) bool { return l.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no level `%s`; they are called %s to %s", name, all[0].Name, all[len(all)-1].Name)
	}
	return all[i : i+1], nil
}

// text returns the text to write.
func (c *importCommand) text(e *env, format levels.Format, all []levels.Level) (string, error) {
	if e.json() {
		if len(all) > 1 {
			return "", fmt.Errorf(
				"there are %d levels, and --data takes one; choose it with -i NAME, or leave out --format json", len(all),
			)
		}
		text, err := all[0].JSON()
		return string(text), err
	}
	use, err := namedModel(cmp.Or(c.Model, all[0].Model, format.Model))
	if err != nil {
		return "", err
	}
	about := fmt.Sprintf("Made by pzc import --as %s from %s.", format.Name, strings.Join(c.Files, ", "))
	text, diags := puzzle.Format("levels", levels.DataFile(use, about, all))
	if diags.HasErrors() {
		return "", diags
	}
	program, diags := puzzle.LoadText(puzzle.Folder("."), "levels", text) // do the levels fit the model?
	return text, e.report(program, diags)
}

type exportCommand struct {
	File string `arg:"" help:"The model or data file, - for standard input, or the name of a model of the library."`
	dataFlags
}

func (exportCommand) Help() string {
	return `Writes puzzles as addresses of puzz.link, one in a line: all instances, or the one that -i names, or the
model's own parameters. The model is one of the library whose genre puzz.link has; what puzz.link has no way to say is
refused. pzc import reads such addresses.

Genres: ` + strings.Join(levels.Genres(), ", ") + `.

Examples:

    pzc generate lits --seed 1 -o new.pz && pzc export new.pz
    pzc export yajilin -i one`
}

func (c *exportCommand) Run(e *env) error {
	program, err := e.load(context.Background(), c.File)
	if err != nil {
		return err
	}
	names := []string{c.Instance}
	if all := program.Instances(); c.Instance == "" && len(all) > 0 && len(c.Define) == 0 && c.Data == "" {
		names = all
	}
	var addresses []string
	for _, name := range names {
		c.Instance = name
		z, err := c.buildProgram(context.Background(), e, program)
		if err != nil {
			return err
		}
		address, err := linkOf(z)
		if err != nil {
			return fmt.Errorf("%s: %w", strings.TrimSuffix(c.File+" -i "+name, " -i "), err)
		}
		addresses = append(addresses, address)
	}
	if e.json() {
		return json.NewEncoder(e.stdout).Encode(addresses)
	}
	_, err = fmt.Fprintln(e.stdout, strings.Join(addresses, "\n"))
	return err
}

// linkOf returns the address of a puzzle. It is an error if a parameter that the address does not have is given.
func linkOf(z *puzzle.Puzzle) (string, error) {
	data, err := generate.Data(z)
	if err != nil {
		return "", err
	}
	address, back, err := levels.Address(z.Program.Name(), data)
	if err != nil {
		return "", err
	}
	text, err := back.JSON()
	if err != nil {
		return "", err
	}
	read, diags := z.Program.Instantiate(puzzle.Data{JSON: &puzzle.Text{Name: address, Text: string(text)}})
	if diags.HasErrors() {
		return "", diags
	}
	plain, err := generate.Data(read)
	if err != nil {
		return "", err
	}
	for _, param := range slices.Sorted(maps.Keys(data)) {
		said := slices.ContainsFunc(back.Params, func(p levels.Param) bool { return p.Name == param })
		if !said && !bytes.Equal(data[param], plain[param]) {
			return "", fmt.Errorf("puzz.link has no way to say %s = %s", param, data[param])
		}
	}
	return address, nil
}
