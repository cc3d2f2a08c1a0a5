// What a set-up tells, on stderr: stdout belongs to the script that follows.

let onLine = false;

export function say(line) {
  process.stderr.write(`${onLine ? '\r\x1b[K' : ''}rialto: ${line}\n`);
  onLine = false;
}

/** On a terminal the last such line is replaced by the next. */
export function sayProgress(line) {
  if (!process.stderr.isTTY) return say(line);
  process.stderr.write(`\r\x1b[Krialto: ${line}`);
  onLine = true;
}
