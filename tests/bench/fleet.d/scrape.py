#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Scrapes an agent as Prometheus does.

scrape.py URL SECONDS STAT STATES: for each file in the directory STATES, which becomes STAT, one
        scrape so many seconds after the one before. Prints the number of scrapes, the bytes of
        requests and answers, and the agent's CPU time in seconds from the first to the last one.
"""
import gzip
import os
import shutil
import socket
import struct
import sys
import time
import urllib.parse

ACCEPT = ("application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
          "encoding=delimited;q=0.7,application/openmetrics-text;version=1.0.0;q=0.6,"
          "application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=0.0.4;q=0.4,"
          "*/*;q=0.3")


class Scraper:
    def __init__(self, url):
        self.url, self.socket = urllib.parse.urlsplit(url), None

    def request(self):
        return (f"GET {self.url.path} HTTP/1.1\r\nHost: {self.url.netloc}\r\n"
                f"User-Agent: Prometheus/2.53.3\r\nAccept: {ACCEPT}\r\nAccept-Encoding: gzip\r\n"
                "X-Prometheus-Scrape-Timeout-Seconds: 10\r\n\r\n").encode()

    def connect(self):
        if not self.socket:
            self.socket = socket.create_connection((self.url.hostname, self.url.port), 20)

    def receive(self):
        data = self.socket.recv(65536)
        if not data:
            sys.exit("the agent has closed the connection")
        return data

    def answer(self):
        got = b""
        while b"\r\n\r\n" not in got:
            got += self.receive()
        head, body = got.split(b"\r\n\r\n", 1)
        has = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        while len(body) < int(has[b"content-length"]):
            body += self.receive()
        if not head.startswith(b"HTTP/1.1 200 ") or b"protobuf" not in has[b"content-type"] or \
                has[b"content-encoding"] != b"gzip":
            sys.exit(f"another answer: {head}")
        if has.get(b"connection") == b"close":
            self.socket = None
        return len(head) + 4 + len(body), gzip.decompress(body)

    def scrape(self):
        self.connect()
        request = self.request()
        self.socket.sendall(request)
        size, metrics = self.answer()
        return len(request) + size, metrics


def cpu(metrics):
    """Behind the name a metric with a counter, whose value is a double"""
    at = metrics.index(b"\x1a\x09\x09", metrics.index(b"process_cpu_seconds_total")) + 3
    return struct.unpack("<d", metrics[at:at + 8])[0]


def main():
    url, seconds, stat, states = sys.argv[1:]
    scraper, sizes, times, at = Scraper(url), [], [], time.monotonic()
    for name in sorted(os.listdir(states)):
        shutil.copy(f"{states}/{name}", stat + ".new")
        os.rename(stat + ".new", stat)
        time.sleep(max(0, at - time.monotonic()))
        at += float(seconds)
        size, metrics = scraper.scrape()
        if metrics.count(b"fdd_function_duration_seconds") != 1:
            sys.exit("no histograms")
        sizes.append(size)
        times.append(cpu(metrics))
    print(len(sizes), sum(sizes), f"{times[-1] - times[0]:.6f}")


main()
