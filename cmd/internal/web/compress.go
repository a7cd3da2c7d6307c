package web

import (
	"bytes"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/labstack/echo/v4"
)

// worthwhile is from how many bytes on an answer is compressed: what is shorter goes in one packet either way.
const worthwhile = 1 << 10

// A coding is a way to send fewer bytes (RFC 9110, 8.4.1).
type coding struct {
	name  string
	quick func([]byte) []byte // what is made for one answer
	best  func([]byte) []byte // what is made once and sent for ever
}

// codings are those that there are, the better first.
var codings = []coding{
	{"zstd", pooled(func() *zstd.Encoder { return newZstd(zstd.SpeedFastest) }, encodeZstd), func(text []byte) []byte { return encodeZstd(newZstd(zstd.SpeedBestCompression), text) }},
	{"gzip", pooled(func() *gzip.Writer { return newGzip(gzip.BestSpeed) }, encodeGzip), func(text []byte) []byte { return encodeGzip(newGzip(gzip.BestCompression), text) }},
}

// zstdWindow is how far an encoder looks back. Pages are shorter, and each encoder that waits for work keeps as much.
const zstdWindow = 256 << 10

func newZstd(level zstd.EncoderLevel) *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err) // no such options
	}
	return e
}

// A fifth of a page is more than most of them take.
func encodeZstd(e *zstd.Encoder, text []byte) []byte {
	return e.EncodeAll(text, make([]byte, 0, len(text)/5))
}

func newGzip(level int) *gzip.Writer {
	w, err := gzip.NewWriterLevel(nil, level)
	if err != nil {
		panic(err) // no such level
	}
	return w
}

func encodeGzip(w *gzip.Writer, text []byte) []byte {
	var short bytes.Buffer
	w.Reset(&short)
	_, _ = w.Write(text) // a buffer takes all
	_ = w.Close()
	return short.Bytes()
}

// pooled returns a function that encodes by an encoder of which there are as many as are in use.
func pooled[T any](make func() T, encode func(T, []byte) []byte) func([]byte) []byte {
	idle := sync.Pool{New: func() any { return make() }}
	return func(text []byte) []byte {
		e := idle.Get().(T)
		defer idle.Put(e)
		return encode(e, text)
	}
}

// accepted returns the best coding that a reader takes, nil if none: those that the header names, and not with the
// weight 0 (RFC 9110, 12.5.3).
func accepted(header string) *coding {
	for i := range codings {
		for one := range strings.SplitSeq(header, ",") {
			name, weight, _ := strings.Cut(one, ";")
			q, weighed := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
			if n, err := strconv.ParseFloat(q, 64); weighed && (err != nil || n == 0) {
				continue
			}
			if strings.EqualFold(strings.TrimSpace(name), codings[i].name) {
				return &codings[i]
			}
		}
	}
	return nil
}

// shrinks says of a kind of content that it becomes shorter. Pictures and fonts are compressed already.
func shrinks(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return false
	}
	for _, ending := range []string{"json", "xml", "yaml"} { // alone or behind a "+", as in image/svg+xml
		if strings.HasSuffix(kind, ending) {
			return true
		}
	}
	return strings.HasPrefix(kind, "text/") && kind != "text/event-stream"
}

// secretMark stands in each page that shows a secret, at the secret.
var secretMark = []byte(`class="secret"`)

// tells says that a page shows a secret beside what somebody else may have had a hand in. How long it is when it is
// compressed would give the secret away, a letter after the other (the attack is called BREACH): so it goes as it is.
// Secrets are shown once, in the answer to a form; stand marked in a page; or are the address, and its links.
func tells(c echo.Context, page []byte) bool {
	return c.Request().Method != http.MethodGet || strings.Contains(c.Path(), ":link") || strings.Contains(c.Path(), ":token") ||
		Tells(page)
}

// Tells says whether a page marks a secret, for which it is not compressed.
func Tells(page []byte) bool { return bytes.Contains(page, secretMark) }

// compress makes an answer shorter that is whole and has not begun to be sent.
func (a *answer) compress(c echo.Context) {
	h := a.Header()
	if a.begun || a.status < http.StatusOK || a.status == http.StatusNoContent || a.status == http.StatusPartialContent || a.status == http.StatusNotModified ||
		len(a.page()) < worthwhile || h.Get(echo.HeaderContentEncoding) != "" || !shrinks(h.Get(echo.HeaderContentType)) || tells(c, a.page()) {
		return
	}
	varies(h, echo.HeaderAcceptEncoding)
	by := accepted(c.Request().Header.Get(echo.HeaderAcceptEncoding))
	if by == nil {
		return
	}
	short := by.quick(a.page())
	a.kept.Reset()
	a.kept.Write(short)
	h.Set(echo.HeaderContentEncoding, by.name)
	h.Set(echo.HeaderContentLength, strconv.Itoa(len(short)))
	if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		h.Set("ETag", "W/"+tag) // the bytes are others, what they say is the same
	}
}

// shrunk are the static files as they were compressed, by coding and name; each is made when it is first asked for.
var shrunk sync.Map

// shortest returns a static file as it is sent to a reader, and the name of its coding, "" if it goes as it is.
func shortest(accept, name, contentType string, content []byte) ([]byte, string) {
	by := accepted(accept)
	if by == nil || len(content) < worthwhile || !shrinks(contentType) {
		return content, ""
	}
	made, _ := shrunk.LoadOrStore(by.name+" "+name, sync.OnceValue(func() []byte { return by.best(content) }))
	if short := made.(func() []byte)(); len(short) < len(content) {
		return short, by.name
	}
	return content, ""
}
