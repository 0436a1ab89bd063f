package draw

import (
	"bytes"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const nasty = `</button><script>document.title = "owned"</script><img src=x onerror="document.title='owned'"> & "q"`

func examplePage() *Page {
	board := func(text string) *Picture {
		return Boards([]Board{
			{Rows: 1, Cols: 2, Text: []string{text, ""}, Fill: []string{"red", nasty}},
			{Text: []string{nasty}, Fill: []string{""}, Line: true},
		})
	}
	film := func(name string) Film {
		return Film{Name: name, Frames: []Frame{
			{board("1"), "start", ""}, {board("2"), "go(right)", nasty}, {board("3"), nasty, "cost 2"},
		}}
	}
	return &Page{
		Title: "P " + nasty, Headline: "Solved " + nasty, List: "Moves", Films: []Film{film("one"), film("two")},
		Facts: [][2]string{{"states " + nasty, nasty}},
	}
}

func write(t *testing.T, p *Page) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, p.HTML(&b))
	return b.String()
}

func TestPageLoadsNothing(t *testing.T) {
	text := write(t, examplePage())
	assert.NotRegexp(t, `(?i)(https?:)?//[a-z]`, strings.ReplaceAll(text, "// moves", ""))
	assert.NotContains(t, text, "<img")
	assert.Equal(t, 1, strings.Count(text, "<script"))
	assert.Contains(t, text, "default-src 'none'")
	assert.Equal(t, 6, strings.Count(text, `class="frame"`))
}

// Each button and each control has a name for screen readers.
func TestPageSaysWhatThingsAre(t *testing.T) {
	text := write(t, examplePage())
	for _, button := range regexp.MustCompile(`(?s)<button([^>]*)>(.*?)</button>`).FindAllStringSubmatch(text, -1) {
		assert.True(t, strings.Contains(button[1], "aria-label=") || regexp.MustCompile(`[a-zA-Z]`).MatchString(button[2]),
			button[0])
	}
	for _, control := range regexp.MustCompile(`<(?:input|select) id="(\w+)"`).FindAllStringSubmatch(text, -1) {
		assert.Contains(t, text, `<label for="`+control[1]+`"`)
	}
	assert.Contains(t, text, `lang="en"`)
	assert.Contains(t, text, `aria-live="polite"`)
	assert.Contains(t, text, "prefers-reduced-motion")
	assert.Contains(t, text, "prefers-color-scheme")
}

func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no Chromium to try the page in")
	return ""
}

// inBrowser loads a page in a browser and returns the DOM as text.
func inBrowser(t *testing.T, text string, flags ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	flags = append(flags, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(),
		"--virtual-time-budget=8000", "--dump-dom", "file://"+file)
	out, err := exec.CommandContext(t.Context(), browser(t), flags...).Output()
	require.NoError(t, err)
	return string(out)
}

var policy = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)

// TestLongPageInBrowser presses keys and buttons and checks which frame is shown.
func TestLongPageInBrowser(t *testing.T) {
	const drive = `<script>
const at = id => document.getElementById(id), said = [];
const say = what => said.push(what + "=" + [...document.querySelectorAll(".frame")].filter(f => !f.hidden).map(f => f.dataset.film + ":" + f.dataset.step).join());
const key = k => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true}));
say("begin");
key("ArrowRight"); say("right"); key("ArrowLeft"); say("left"); key("ArrowLeft"); say("stop"); key("End"); say("end"); key("Home"); say("home");
at("next").click(); say("next"); at("last").click(); say("last"); at("back").click(); say("back"); at("first").click(); say("first");
document.querySelectorAll(".list button")[2].click(); say("list");
at("step").value = 1; at("step").dispatchEvent(new Event("input")); say("slider");
at("film").value = 1; at("film").dispatchEvent(new Event("change")); say("film");
key("+"); said.push("rate=" + at("rate").textContent);
at("theme").click(); said.push("theme=" + document.documentElement.dataset.theme); at("theme").click(); said.push("theme=" + document.documentElement.dataset.theme);
key(" "); said.push("button=" + at("play").textContent);
setTimeout(() => { say("played"); said.push("button=" + at("play").textContent); document.body.append(Object.assign(document.createElement("pre"), {id: "report", textContent: said.join(" ")})); }, 3000);
</script></body>`
	text := policy.ReplaceAllString(write(t, examplePage()), "")
	dom := inBrowser(t, strings.Replace(text, "</body>", drive, 1))
	report := regexp.MustCompile(`<pre id="report">(.*)</pre>`).FindStringSubmatch(dom)
	require.NotNil(t, report, dom)
	assert.Equal(t, "begin=0:0 right=0:1 left=0:0 stop=0:0 end=0:2 home=0:0 next=0:1 last=0:2 back=0:1 first=0:0 "+
		"list=0:2 slider=0:1 film=1:0 "+
		"rate=2 a second theme=dark theme=light button=Pause played=1:2 button=Play", html.UnescapeString(report[1]))
}

// driven runs a script in a page and returns the texts that the script added to `said`.
func driven(t *testing.T, script string, flags ...string) string {
	t.Helper()
	text := policy.ReplaceAllString(write(t, examplePage()), "")
	script = `<script>const said = [];` + script +
		`;document.body.append(Object.assign(document.createElement("pre"), {id: "report", textContent: said.join(" ` +
		`")}))</script></body>`
	dom := inBrowser(t, strings.Replace(text, "</body>", script, 1), flags...)
	report := regexp.MustCompile(`<pre id="report">(.*)</pre>`).FindStringSubmatch(dom)
	require.NotNil(t, report, dom)
	return html.UnescapeString(report[1])
}

// TestLongPageSuitsThePerson checks that the page is dark where the system is dark, and does not animate where the
// system asks for reduced motion. It checks that each control can be reached by keys and shows the focus, and that each
// text is legible in both themes (contrast of WCAG 2.2, 1.4.3).
func TestLongPageSuitsThePerson(t *testing.T) {
	const look = `
said.push("theme=" + document.documentElement.dataset.theme);
said.push("moves=" + getComputedStyle(document.querySelector(".list [aria-current]")).transitionDuration);
for (const c of document.querySelectorAll("button:not(:disabled), input, select")) {
  c.focus();
  if (!c.hidden && c.offsetParent && (document.activeElement != c || parseFloat(getComputedStyle(c).outlineWidth) < 2)) said.push("no focus: " + c.outerHTML);
}
const light = rgb => rgb.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
const parts = c => c.match(/[\d.]+/g).map(Number);
const behind = e => { for (; e; e = e.parentElement) { const c = parts(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c.slice(0, 3); } return [255, 255, 255]; };
document.head.append(Object.assign(document.createElement("style"), {textContent: "* { transition: none !important }"}));
for (const theme of ["light", "dark"]) {
  if (document.documentElement.dataset.theme != theme) document.getElementById("theme").click();
  for (const e of document.querySelectorAll("h1, h2, p, button:not(:disabled), label, output, kbd, th, td, code, .note, select")) {
    const a = light(parts(getComputedStyle(e).color).slice(0, 3)), b = light(behind(e)), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) said.push(theme + " " + e.tagName + " " + e.id + " " + ratio.toFixed(2));
  }
}
`
	assert.Equal(t, "theme=light moves=0.15s", driven(t, look))
	assert.Equal(t, "theme=dark moves=0s", driven(t, look, "--blink-settings=preferredColorScheme=0",
		"--force-prefers-reduced-motion"))
}

// TestLongNothingIsSmuggledIn loads the page with its policy: the page's own script runs, a script in a label
// does not.
func TestLongNothingIsSmuggledIn(t *testing.T) {
	text := write(t, examplePage())
	for _, page := range []string{text, strings.Replace(text, "</body>",
		`<script>document.title = "owned"</script></body>`, 1)} {
		dom := inBrowser(t, page)
		assert.NotContains(t, dom, "<title>owned")
		assert.Contains(t, dom, `aria-valuetext="0 of 2"`, "the page's own script has run")
		assert.NotContains(t, dom, "<img")
	}
}
