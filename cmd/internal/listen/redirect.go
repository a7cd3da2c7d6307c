package listen

import (
	"io"
	"net/http"
	"strings"
)

// Redirect sends whoever asks for a page over http to the same page over https. Programs are refused: what they
// send holds a token, which would go over the network in the clear each time without anybody noticing. So is what
// a form sends. The address is that of the site, whatever the request says.
func Redirect(site, programs string) http.Handler {
	site = strings.TrimSuffix(site, "/")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
		switch {
		case strings.HasPrefix(r.URL.Path, programs+"/"):
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusForbidden)
			io.WriteString(w, `{"title":"Forbidden","status":403,"detail":"Programs are answered over https alone. If a token was sent here, end it: others may have read it."}`+"\n")
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			http.Error(w, "Nothing can be sent here without encryption. Open "+site+"/ and try again.", http.StatusForbidden)
		default:
			http.Redirect(w, r, site+r.URL.RequestURI(), http.StatusPermanentRedirect)
		}
	})
}
