import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { telemetrySettings } from '../config/telemetry.ts';
import type { Tracing } from './span.ts';

export type TelemetryConfig = Pick<Config, keyof typeof telemetrySettings>;

/** @returns undefined if traces are off; then none of OpenTelemetry's packages is loaded */
export async function openTracing(config: TelemetryConfig, log: Logger): Promise<Tracing | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (config.OTEL_SDK_DISABLED || endpoint === '' || config.OTEL_TRACES_EXPORTER === 'none') return undefined;
  const reason = unusable(config, endpoint);
  if (reason) {
    log.warn(`Traces are off: ${reason}.`);
    return undefined;
  }
  const { startTracing } = await import('./start.ts');
  return startTracing(config, log);
}

function unusable(config: TelemetryConfig, endpoint: string): string | null {
  const {
    OTEL_TRACES_EXPORTER: exporter,
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: own,
    OTEL_EXPORTER_OTLP_PROTOCOL: general,
  } = config;
  if (exporter !== 'otlp') return 'OTEL_TRACES_EXPORTER must be otlp or none';
  if ((own || general) !== 'http/protobuf')
    return `${own ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL' : 'OTEL_EXPORTER_OTLP_PROTOCOL'} must be http/protobuf`;
  if (URL.canParse(endpoint) && /^https?:/.test(endpoint)) return null;
  const name = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
    ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  return `${name} must be an http or https URL`;
}
