import pino, { type DestinationStream, type Logger, type SerializedError } from 'pino';

/** What no line may show, wherever it stands in what is logged. */
const redact = ['*.authorization', '*.password', '*.secret', '*.access_token', '*.refresh_token', '*.code'];

/** PostgreSQL's details have the row, and with it somebody's phone and name. */
function describe(error: Error) {
  const {
    detail: _,
    where: __,
    code,
    ...told
  } = pino.stdSerializers.err(error) as SerializedError & Record<string, unknown>;
  // `code` is taken for one that somebody was sent.
  return code === undefined ? told : { ...told, error_code: code };
}

/**
 * Standard error by default, so that standard output holds what is meant for a person. Where nobody reads it any more, sonic-boom
 * before 5, for which pino asks, tries the last lines for ever at the end of the process: package.json overrides that.
 */
export function openLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  return pino({ level, redact, serializers: { err: describe } }, destination);
}
