#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""A collector for tests: keeps the bodies of requests, decompressed.

collector.py DIR: writes DIR/port, and each body that it takes as DIR/NUMBER.protobuf. The first line
of DIR/answer is what it answers: a status, "STATUS SECONDS" with Retry-After, "silence", "nonsense", or "drip": a byte
each second, without an end.
It takes a body with a status of 200 only. DIR/requests has a line for each request, with its time and
its bytes.
"""
import gzip
import http.server
import os
import sys
import time

WHERE = sys.argv[1]


class Collector(http.server.BaseHTTPRequestHandler):
    taken = 0

    def answer(self):
        with open(f'{WHERE}/answer', encoding='ascii') as f:
            return f.readline().split()

    def do_POST(self):  # pylint: disable=invalid-name
        body = self.rfile.read(int(self.headers['Content-Length']))
        size = len(self.raw_requestline) + len(bytes(self.headers)) + len(body)
        status, *more = self.answer()
        with open(f'{WHERE}/requests', 'a', encoding='ascii') as f:
            f.write(f'{time.monotonic():.3f} {size} {self.path} {self.headers["Content-Type"]} {status}\n')
        if status == 'silence':
            time.sleep(60)
        while status == 'drip':
            self.wfile.write(b'H')
            time.sleep(1)
        if status == 'nonsense':
            self.wfile.write(b'\0\xff hello\r\n' * 1000)
            return
        if status == '200':
            Collector.taken += 1
            with open(f'{WHERE}/{Collector.taken:03d}.new', 'wb') as f:
                f.write(gzip.decompress(body))
            os.rename(f'{WHERE}/{Collector.taken:03d}.new', f'{WHERE}/{Collector.taken:03d}.protobuf')
        self.send_response(int(status))
        if more:
            self.send_header('Retry-After', more[0])
        self.end_headers()

    def log_message(self, *args):  # pylint: disable=arguments-differ
        pass


def main():
    server = http.server.HTTPServer(('127.0.0.1', 0), Collector)
    with open(f'{WHERE}/port.new', 'w', encoding='ascii') as f:
        f.write(str(server.server_port))
    os.rename(f'{WHERE}/port.new', f'{WHERE}/port')
    server.serve_forever()


main()
