"""A member of a colony, or a stranger, with no manners: says to the server whatever a test wants said."""

import json
import socket
import ssl
import tempfile
from pathlib import Path

from program import TIMEOUT


class Member:
    """A connection by an invitation's file; without a certificate if so wanted, or with that of another file."""

    def __init__(self, file, certificate=True, identity=None, address=None):
        invitation = json.loads(Path(file).read_text())
        host, port = (address or invitation["addresses"][-1]).rsplit(":", 1)
        self.name = invitation["member"]
        self.socket = socket.create_connection((host, int(port)), timeout=TIMEOUT)
        # The greeting comes in the open; only then the server speaks TLS.
        self.greeting = b""
        while not self.greeting.endswith(b"\n"):
            self.greeting += self._received(self.socket.recv(1))
        context = ssl.create_default_context(cadata=invitation["authority"])
        if certificate:
            shown = json.loads(Path(identity or file).read_text())
            with tempfile.NamedTemporaryFile("w", suffix=".pem") as pem:
                pem.write(shown["certificate"] + shown["key"])
                pem.flush()
                context.load_cert_chain(pem.name)
        self.socket = context.wrap_socket(self.socket, server_hostname="server.rookery")
        self.heard = b""
        self.subscriptions = 0
        self.send('CONNECT {"verbose":false,"pedantic":false}\r\nPING\r\n')
        while self.line() != "PONG":
            pass

    @staticmethod
    def _received(data):
        if not data:
            raise ConnectionError("the server has hung up")
        return data

    def close(self):
        self.socket.close()

    def send(self, text):
        self.socket.sendall(text if isinstance(text, bytes) else text.encode())

    @staticmethod
    def publication(subject, data):
        data = data if isinstance(data, bytes) else data.encode()
        return f"PUB {subject} {len(data)}\r\n".encode() + data + b"\r\n"

    def publish(self, subject, data):
        self.send(self.publication(subject, data))

    def subscribe(self, subject):
        self.subscriptions += 1
        self.send(f"SUB {subject} {self.subscriptions}\r\n")

    def line(self):
        while b"\n" not in self.heard:
            self.heard += self._received(self.socket.recv(65536))
        line, self.heard = self.heard.split(b"\n", 1)
        line = line.rstrip(b"\r").decode(errors="replace")
        if line == "PING":
            self.send("PONG\r\n")
        return line

    def next(self, beginning=""):
        """The next message on a subject that begins so: subject and bytes."""
        while True:
            words = self.line().split(" ")
            if words[0] == "-ERR":
                raise ConnectionError(" ".join(words))
            if words[0] != "MSG":
                continue
            size = int(words[-1]) + 2
            while len(self.heard) < size:
                self.heard += self._received(self.socket.recv(65536))
            data, self.heard = self.heard[:size - 2], self.heard[size:]
            if words[1].startswith(beginning):
                return words[1], data
