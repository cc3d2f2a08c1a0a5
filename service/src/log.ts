import pino, { type DestinationStream, type Logger } from 'pino';

/** What no line may show, wherever it stands in what is logged. */
const redact = ['*.authorization', '*.password', '*.secret', '*.access_token', '*.refresh_token', '*.code'];

/** Standard error by default, so that standard output holds what is meant for a person. */
export function openLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  return pino({ level, redact }, destination);
}
