import { asIs, secretSetting, setting } from './setting.ts';

/**
 * The standard variables of OpenTelemetry. A platform may set them for every program, so a value that this service
 * cannot use is a warning in the log and never ends the start (`tracing/start.ts`).
 */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    '',
    'The base URL of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://localhost:4318`. ' +
      'It switches on [traces](docs/telemetry.md). Default: no traces.',
    asIs,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting('', 'The same as a whole URL, used as it is, for traces only.', asIs),
  OTEL_EXPORTER_OTLP_HEADERS: secretSetting('', 'Headers for the collector, as `name=value,name=value`.', asIs),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: secretSetting('', 'The same for traces only.', asIs),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting('http/protobuf', 'Other protocols are not supported.', asIs),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: setting('', 'The same for traces only.', asIs),
  OTEL_TRACES_EXPORTER: setting('otlp', '`none` sends no traces.', asIs),
  OTEL_TRACES_SAMPLER: setting(
    'parentbased_always_on',
    'The requests that are traced: `always_on`, `always_off`, `traceidratio`, or the same after `parentbased_`, ' +
      'where a `traceparent` of the caller decides first.',
    asIs,
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('', 'The part of the requests for `traceidratio`, from 0 to 1.', asIs),
  OTEL_SERVICE_NAME: setting('', 'The name of this service in traces. Default: `rialto`.', asIs),
  OTEL_RESOURCE_ATTRIBUTES: setting('', 'Attributes of every span, as `name=value,name=value`.', asIs),
  OTEL_SDK_DISABLED: setting('false', '`true` switches traces off.', (text) => text.toLowerCase() === 'true'),
} as const;
