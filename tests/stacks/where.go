// SPDX-License-Identifier: GPL-2.0
// A program in Go that waits for data which never come.
package main

import (
	"os"
	"syscall"
)

type config struct {
	fd   int
	room [4]byte
}

type loader interface {
	load(depth int) int
}

//go:noinline
func (c *config) load(depth int) int {
	if depth > 0 {
		return c.load(depth-1) + int(c.room[depth])
	}
	n, err := syscall.Read(c.fd, c.room[:1])
	if err != nil {
		panic(err)
	}
	return n
}

func inner(l loader, depth int) int {
	return l.load(depth) + 1
}

//go:noinline
func each(call func(int) int) int {
	sum := 0
	for depth := 2; depth < 4; depth++ {
		sum += call(depth)
	}
	return sum
}

func main() {
	var fds [2]int

	if err := syscall.Pipe(fds[:]); err != nil {
		panic(err)
	}
	ended := make(chan int)
	go func() { ended <- each(func(depth int) int { return inner(&config{fd: fds[0]}, depth) }) }()
	os.Exit(each(func(depth int) int { return inner(&config{fd: fds[0]}, depth) }) + <-ended)
}
