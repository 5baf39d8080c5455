"""What Sentry and a collector of traces would receive: a server that keeps the bodies that are sent to it."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import brotli
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span


class Collector:
    """The running server and what it was sent, unpacked."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.traces: list[bytes] = []
        self.events: list[bytes] = []

    @property
    def dsn(self) -> str:
        """The address as Sentry's client wants it."""
        return self.address.replace("http://", "http://key@") + "/1"

    @property
    def spans(self) -> list[Span]:
        """All spans, in the order in which they were sent."""
        found = []
        for body in self.traces:
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                found += [span for scope in resource.scope_spans for span in scope.spans]
        return found


# Sentry packs with brotli where the package is installed.
_UNPACKED_BY: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "gzip": gzip.decompress,
    "br": brotli.decompress,
}


class _CollectorHandler(BaseHTTPRequestHandler):
    collector: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        # A body in an encoding that is not known here would hide what leaves the portal: it fails the test.
        body = _UNPACKED_BY[self.headers.get("Content-Encoding", "")](body)
        is_trace = self.path == "/v1/traces"
        (self.collector.traces if is_trace else self.collector.events).append(body)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Stay quiet."""


@contextmanager
def running_collector() -> Iterator[Collector]:
    """A collector on a free port of the loopback interface."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _CollectorHandler)
    server.daemon_threads = True
    collector = Collector(f"http://127.0.0.1:{server.server_port}")
    server.RequestHandlerClass = type("Handler", (_CollectorHandler,), {"collector": collector})
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield collector
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
