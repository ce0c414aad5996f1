"""A long line: what goes in comes out unchanged and in order, so much later, in both directions."""

import contextlib
import queue
import socket
import threading
import time


class DelayProxy:
    def __init__(self, port, seconds):
        self.target = ("127.0.0.1", port)
        self.seconds = seconds
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.bytes = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                caller = self.listener.accept()[0]
                try:
                    called = socket.create_connection(self.target)
                except OSError:
                    caller.close()
                    continue
                for source, sink in ((caller, called), (called, caller)):
                    source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    line = queue.Queue()
                    threading.Thread(target=self._take, args=(source, line), daemon=True).start()
                    threading.Thread(target=self._hand_over, args=(line, sink), daemon=True).start()

    def _take(self, source, line):
        data = b"-"
        while data:
            try:
                data = source.recv(65536)
            except OSError:
                data = b""
            line.put((time.monotonic() + self.seconds, data))

    def _hand_over(self, line, sink):
        with contextlib.suppress(OSError):
            while True:
                due, data = line.get()
                time.sleep(max(0.0, due - time.monotonic()))
                if not data:
                    break
                self.bytes += len(data)
                sink.sendall(data)
        # An end goes over the line, too.
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)
