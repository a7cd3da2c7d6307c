//go:build !linux

package main

import "syscall"

// ownTime asks the system for the time of the whole program: here it knows no thread's.
const ownTime = syscall.RUSAGE_SELF
