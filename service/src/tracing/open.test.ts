import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../config/config.ts';
import { openLog } from '../config/log.ts';
import { warnOfSettings } from '../config/warn-of-settings.ts';
import { openTracing } from './open.ts';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:9';

/** Whether traces are on with these variables, and the warnings in the log. */
async function opened(env: Record<string, string>): Promise<[boolean, ...string[]]> {
  const lines: string[] = [];
  const log = openLog('warn', { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const tracing = await openTracing(readConfig(env), log);
  await tracing?.stop();
  return [tracing !== undefined, ...lines];
}

describe('traces', () => {
  it('are on with the address of a collector, and off without it or if a standard variable says so', async () => {
    assert.deepEqual(await opened({}), [false]);
    assert.deepEqual(await opened({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' }), [false]);
    assert.deepEqual(await opened({ OTEL_EXPORTER_OTLP_ENDPOINT }), [true]);
    assert.deepEqual(await opened({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces' }), [
      true,
    ]);
    assert.deepEqual(await opened({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }), [false]);
    assert.deepEqual(await opened({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }), [false]);
  });

  it('stay off with a warning if a variable asks for something else, and the service starts', async () => {
    assert.deepEqual(await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }), [
      false,
      'Traces are off: OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL.',
    ]);
    assert.deepEqual(await opened({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), [
      false,
      'Traces are off: OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf.',
    ]);
    assert.deepEqual(await opened({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'zipkin' }), [
      false,
      'Traces are off: OTEL_TRACES_EXPORTER must be otlp or none.',
    ]);
  });

  it('are sampled as the variables say, with a warning for a sampler that is not supported', async () => {
    const sampled = (name: string, arg = '') =>
      opened({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: arg });
    for (const name of ['always_on', 'always_off', 'parentbased_always_off'])
      assert.deepEqual(await sampled(name), [true]);
    for (const arg of ['0', '0.01', '1']) assert.deepEqual(await sampled('parentbased_traceidratio', arg), [true]);
    assert.deepEqual(await sampled('xray'), [
      true,
      'OTEL_TRACES_SAMPLER is not supported (it is "xray"). parentbased_always_on is used instead.',
    ]);
    for (const arg of ['', 'x', '2', '-1'])
      assert.deepEqual(await sampled('traceidratio', arg), [
        true,
        `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1 (it is "${arg}"). 1 is used instead.`,
      ]);
  });
});

it('no standard variable of OpenTelemetry is reported as a misspelt setting', () => {
  const exporter = ['ENDPOINT', 'HEADERS', 'TIMEOUT', 'PROTOCOL', 'COMPRESSION', 'CERTIFICATE', 'INSECURE'];
  const client = ['CLIENT_KEY', 'CLIENT_CERTIFICATE'];
  const signals = ['', 'TRACES_', 'METRICS_', 'LOGS_'];
  const names = [
    ...signals.flatMap((signal) => [...exporter, ...client].map((name) => `OTEL_EXPORTER_OTLP_${signal}${name}`)),
    ...['SDK_DISABLED', 'SERVICE_NAME', 'RESOURCE_ATTRIBUTES', 'TRACES_SAMPLER', 'TRACES_SAMPLER_ARG', 'LOG_LEVEL'],
    ...['PROPAGATORS', 'TRACES_EXPORTER', 'METRICS_EXPORTER', 'LOGS_EXPORTER', 'ENTITIES', 'CONFIG_FILE'],
    ...['BSP_SCHEDULE_DELAY', 'BSP_EXPORT_TIMEOUT', 'BSP_MAX_QUEUE_SIZE', 'BSP_MAX_EXPORT_BATCH_SIZE'],
    ...['ATTRIBUTE_VALUE_LENGTH_LIMIT', 'ATTRIBUTE_COUNT_LIMIT', 'SPAN_LINK_COUNT_LIMIT', 'SPAN_EVENT_COUNT_LIMIT'],
    ...['METRICS_EXEMPLAR_FILTER', 'METRIC_EXPORT_INTERVAL', 'METRIC_EXPORT_TIMEOUT', 'NODE_RESOURCE_DETECTORS'],
  ].map((name) => (name.startsWith('OTEL_') ? name : `OTEL_${name}`));
  assert.deepEqual(warnOfSettings(Object.fromEntries(names.map((name) => [name, '1']))), []);
  assert.deepEqual(warnOfSettings({ OTEL_EXPORTER_OTLP_ENDPONT: '1' }), [
    'Unknown setting OTEL_EXPORTER_OTLP_ENDPONT is ignored. Did you mean OTEL_EXPORTER_OTLP_ENDPOINT?',
  ]);
});
