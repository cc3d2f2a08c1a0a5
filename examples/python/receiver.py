"""A webhook receiver with only the standard library. It verifies the signature, handles each event once and answers."""

import hashlib
import hmac
import json
import math
import os
import sqlite3
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["RIALTO_WEBHOOK_SECRET"]
DATABASE = os.environ.get("RECEIVER_DATABASE", "receiver.sqlite")
LARGEST_BODY = 1024 * 1024


def verify(header: str, raw_body: bytes, secret: str, tolerance_seconds: int = 300) -> bool:
    parts = dict(part.partition("=")[::2] for part in header.split(","))
    try:
        t = float(parts["t"])
        given = parts["v1"].encode()
    except (KeyError, ValueError):
        return False
    if not math.isfinite(t) or abs(time.time() - t) > tolerance_seconds:
        return False
    signed = parts["t"].encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), given)


def open_database() -> sqlite3.Connection:
    # Transactions are started and committed explicitly.
    return sqlite3.connect(DATABASE, timeout=5, isolation_level=None)


def handle(event: dict) -> None:
    """Writes the event's id and its effects in one transaction."""
    database = open_database()
    try:
        database.execute("BEGIN IMMEDIATE")
        marked = database.execute("INSERT OR IGNORE INTO events (id) VALUES (?)", (event["id"],))
        if marked.rowcount == 1 and event["type"] == "payment.succeeded":
            payment = event["data"]["object"]
            # Your own work goes here. Compare amount and currency with the order before you ship it.
            database.execute(
                "INSERT INTO paid (reference, amount, currency, event) VALUES (?, ?, ?, ?)",
                (payment["reference"], payment["amount"], payment["currency"], event["id"]),
            )
        database.execute("COMMIT")
    finally:
        # Closing rolls back an uncommitted transaction.
        database.close()


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self) -> None:
        if self.path != "/hook":
            return self.answer(404)
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit() or int(length) > LARGEST_BODY:
            return self.answer(413)
        raw_body = self.rfile.read(int(length))
        # While the secret is being rolled, the second header has the signature of the new secret.
        headers = (self.headers.get("Service-Signature", ""), self.headers.get("Service-Signature-Next", ""))
        if not any(verify(header, raw_body, SECRET) for header in headers):
            return self.answer(400)
        try:
            handle(json.loads(raw_body))
        except Exception as error:
            # After any status other than 2xx the service retries the delivery later.
            self.log_error("%r", error)
            return self.answer(500)
        self.answer(200)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


if __name__ == "__main__":
    with_tables = open_database()
    with_tables.execute("CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY)")
    with_tables.execute("CREATE TABLE IF NOT EXISTS paid (reference TEXT, amount INTEGER, currency TEXT, event TEXT)")
    with_tables.close()
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver)
    print(f"Listening at http://127.0.0.1:{server.server_port}/hook", flush=True)
    server.serve_forever()
