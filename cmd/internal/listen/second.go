package listen

import "net/http"

// A connection of HTTP/2 keeps, for as long as it is open, a buffer as large as the largest frame that went over it, and
// is made for hundreds of requests at a time, with bodies of a megabyte. Browsers have one open for as long as a page is.
const (
	frameMost   = 4 << 10  // of an answer
	readMost    = 16 << 10 // of a request; less may not be asked for (RFC 9113, 4.2)
	bodyMost    = 64 << 10 // that nobody has read yet, of a request and of all on a connection
	requestMost = 100      // at a time; less is not recommended (RFC 9113, 6.5.2)
)

// Second is how much one connection of HTTP/2 may have the server keep.
func Second() *http.HTTP2Config {
	return &http.HTTP2Config{
		MaxConcurrentStreams: requestMost, MaxReadFrameSize: readMost,
		MaxReceiveBufferPerStream: bodyMost, MaxReceiveBufferPerConnection: bodyMost,
	}
}

// InSmallFrames has next's answers over HTTP/2 go out in frames of 4 KiB.
func InSmallFrames(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor == 2 {
			w = inPieces{w}
		}
		next.ServeHTTP(w, r)
	})
}

// inPieces writes no more than goes into a frame at a time.
type inPieces struct{ http.ResponseWriter }

// Unwrap returns what it writes to, of which http.ResponseController asks the rest.
func (w inPieces) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Write writes a piece of the answer.
func (w inPieces) Write(piece []byte) (n int, err error) {
	for len(piece) > frameMost {
		m, err := w.ResponseWriter.Write(piece[:frameMost])
		n += m
		if err != nil {
			return n, err
		}
		piece = piece[frameMost:]
	}
	m, err := w.ResponseWriter.Write(piece)
	return n + m, err
}
