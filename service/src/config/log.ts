import pino, { type DestinationStream, type Logger, type SerializedError } from 'pino';

/** Fields that no line may show, wherever they are in a logged object. */
const redact = ['*.authorization', '*.password', '*.secret', '*.access_token', '*.refresh_token', '*.code'];

/** Drops PostgreSQL's details, which contain the row and so a person's phone and name. */
function describe(error: Error) {
  const {
    detail: _,
    where: __,
    code,
    ...rest
  } = pino.stdSerializers.err(error) as SerializedError & Record<string, unknown>;
  // A field named `code` is redacted as a login code.
  return code === undefined ? rest : { ...rest, error_code: code };
}

/**
 * Logs to standard error by default, so that standard output has only the text for people.
 * If nobody reads it any more, sonic-boom before 5, which pino asks for, retries the last lines for ever when the
 * process ends. package.json overrides that version.
 */
export function openLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  return pino({ level, redact, serializers: { err: describe } }, destination);
}
