//go:build !linux

package listen

import "net"

// onHangUp calls gone, once, when the other side of a connection has hung up, or it is closed.
func onHangUp(conn net.Conn, gone func()) (forget func()) {
	go waitToHangUp(conn, gone)
	return func() {}
}
