package class

// Grades are written as text, CSV and pages, and in the formats of systems that collect submissions.
//
// Pages for students and the formats of these systems contain nothing of grading.part.Teacher. Text, CSV and the page
// of the class are for the teacher.

import (
	"cmp"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/text"
)

// Group is the submissions with one mistake.
type Group struct {
	Part        string   `json:"part"`
	Mistake     string   `json:"mistake"`
	Known       string   `json:"known,omitempty"` // the wrong file of the exercise that makes it
	Text        string   `json:"text"`            // what the teacher is told of the first of them
	Submissions []string `json:"submissions"`

	Scenes []*grading.Scene `json:"-"` // of the first of them
}

// Groups puts submissions with equal mistakes together, the most frequent mistake first.
func Groups(all []*grading.Report) (groups []*Group) {
	at := map[[3]string]*Group{}
	for _, r := range all {
		for i := range r.Parts {
			p := &r.Parts[i]
			if p.Mistake == "" {
				continue
			}
			key := [3]string{p.Title, p.Mistake, p.Known}
			if at[key] == nil {
				why := slices.Concat(p.Teacher, p.Said)[0]
				at[key] = &Group{Part: p.Title, Mistake: p.Mistake, Known: p.Known, Text: why, Scenes: p.Scenes}
				groups = append(groups, at[key])
			}
			at[key].Submissions = append(at[key].Submissions, r.Submission)
		}
	}
	slices.SortStableFunc(groups, func(a, b *Group) int { return cmp.Compare(len(b.Submissions), len(a.Submissions)) })
	return groups
}

// Text writes a table of all submissions, and the groups of mistakes.
func Text(w io.Writer, all []*grading.Report) error {
	t := text.NewTable(w)
	t.Header("submission", "points", "of", "part", "result", "")
	for _, r := range all {
		name, points, of := diag.Shown(r.Submission), pointsText(r.Points), pointsText(&r.Of)
		for i, p := range r.Parts {
			if i > 0 {
				name, points, of = "", "", ""
			}
			t.Row(name, points, of, diag.Shown(p.Title), p.Status, diag.Shown(text.Cut(strings.Join(p.Said, " "), 100)))
		}
	}
	t.Render()
	groups := Groups(all)
	if len(all) < 2 || len(groups) == 0 {
		return nil
	}
	out := "\nMistakes:\n"
	for _, g := range groups {
		out += fmt.Sprintf("%4d  %s: %s\n      %s\n", len(g.Submissions), diag.Shown(g.Part), diag.Shown(g.Text),
			diag.Shown(strings.Join(g.Submissions, ", ")))
	}
	_, err := io.WriteString(w, out)
	return err
}

// Student writes the part of the report for the student.
func Student(w io.Writer, r *grading.Report) error {
	var b strings.Builder
	for _, p := range r.Parts {
		fmt.Fprintf(&b, "%s: %s\n", diag.Shown(p.Title), graded(&p))
		for _, line := range p.Lines() {
			fmt.Fprintf(&b, "  %s\n", diag.Shown(line))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// graded writes the verdict on a part, and its points.
func graded(p *grading.Part) string {
	if p.Points == nil {
		return "not judged: no grade"
	}
	return fmt.Sprintf("%s, %s of %s", p.Status, pointsText(p.Points), counted(p.Of))
}

// pointsText writes points without zeros at the end, `?` for no grade.
func pointsText(p *float64) string {
	if p == nil {
		return "?"
	}
	return strconv.FormatFloat(*p, 'f', -1, 64)
}

// counted is Points with its noun.
func counted(p float64) string {
	if p == 1 {
		return "1 point"
	}
	return pointsText(&p) + " points"
}

// CSV writes a row for each part of each submission.
func CSV(w io.Writer, all []*grading.Report) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"submission", "part", "kind", "points", "of", "status", "said", "hint", "mistake"})
	for _, r := range all {
		for _, p := range r.Parts {
			points := strings.TrimPrefix(pointsText(p.Points), "?")
			_ = c.Write([]string{
				cell(r.Submission), cell(p.Title), string(p.Kind), points, pointsText(&p.Of), string(p.Status),
				cell(strings.Join(p.Said, " ")), cell(p.Hint), cell(p.Mistake),
			})
		}
	}
	c.Flush()
	return c.Error()
}

// cell returns a text that no spreadsheet takes for a formula.
func cell(s string) string {
	s = shown(s)
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

// shown replaces characters that command a terminal or change the direction of a text, without cutting.
func shown(s string) string {
	return strings.Map(func(r rune) rune {
		if diag.Hidden(r) {
			return '\uFFFD'
		}
		return r
	}, strings.ReplaceAll(s, "\n", " "))
}

// Gradescope returns results.json, which Gradescope reads, for a submission. Without a score there is no grade, or the
// part was not judged.
func Gradescope(r *grading.Report) text.Fields {
	output := ""
	if !r.Judged {
		output = "A part was not judged; a person will look at it."
	}
	tests := []text.Fields{}
	for _, p := range r.Parts {
		status := "failed"
		if p.Status == grading.Right {
			status = "passed"
		}
		tests = append(tests, text.Fields{
			"name", p.Title, "score?", p.Points, "max_score", p.Of, "status", status, "output", shownLines(p.Lines()),
			"output_format", "text",
		})
	}
	return text.Fields{"score?", r.Points, "output", output, "tests", tests}
}

func shownLines(lines []string) string {
	for i, l := range lines {
		lines[i] = shown(l)
	}
	return strings.Join(lines, "\n")
}

// VPL writes what Moodle's Virtual Programming Lab reads from the output of an evaluation: comments, and the grade.
func VPL(w io.Writer, r *grading.Report) error {
	var b strings.Builder
	for _, p := range r.Parts {
		fmt.Fprintf(&b, "<|--\n-%s: %s\n", shown(p.Title), graded(&p))
		for _, line := range p.Lines() {
			fmt.Fprintf(&b, ">%s\n", shown(line))
		}
		b.WriteString("--|>\n")
	}
	if r.Judged {
		fmt.Fprintf(&b, "Grade :=>> %s\n", pointsText(r.Points))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name  string      `xml:"name,attr"`
	Tests int         `xml:"tests,attr"`
	Cases []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string    `xml:"classname,attr"`
	Name    string    `xml:"name,attr"`
	Failure *junitBad `xml:"failure,omitempty"`
	Skipped *junitBad `xml:"skipped,omitempty"`
	Output  string    `xml:"system-out"`
}

type junitBad struct {
	Message string `xml:"message,attr"`
}

// JUnit writes the XML that systems for continuous integration read.
func JUnit(w io.Writer, all []*grading.Report) error {
	var o junitSuites
	for _, r := range all {
		s := junitSuite{Name: shown(r.Submission), Tests: len(r.Parts)}
		for _, p := range r.Parts {
			c := junitCase{Class: s.Name, Name: p.Title, Output: shownLines(p.Lines())}
			bad := &junitBad{graded(&p)}
			switch p.Status {
			case grading.Right:
			case grading.NotJudged:
				c.Skipped = bad
			case grading.Partly, grading.Wrong:
				c.Failure = bad
			}
			s.Cases = append(s.Cases, c)
		}
		o.Suites = append(o.Suites, s)
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	return e.Encode(o)
}
