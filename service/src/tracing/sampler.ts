import { type Context, type Link, type SpanKind, trace } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TelemetryConfig } from './open.ts';

const sampled = { decision: SamplingDecision.RECORD_AND_SAMPLED };
const notSampled = { decision: SamplingDecision.NOT_RECORD };

/**
 * The setting decides about requests, and about work for records of an earlier request. Work inside a span follows the
 * span, and a batch is recorded if it has links: only sampled requests are linked.
 */
export function createSampler(config: TelemetryConfig, warn: (text: string) => void): Sampler {
  const configured = configuredSampler(config, warn);
  return {
    shouldSample(context: Context, traceId: string, name: string, kind: SpanKind, attributes, links: Link[]) {
      if (links.length > 0) return sampled;
      const parent = trace.getSpanContext(context);
      if (parent && !parent.isRemote) return parent.traceFlags & 1 ? sampled : notSampled;
      return configured.shouldSample(context, traceId, name, kind, attributes, links);
    },
    toString: () => configured.toString(),
  };
}

function configuredSampler(config: TelemetryConfig, warn: (text: string) => void): Sampler {
  const { OTEL_TRACES_SAMPLER: name } = config;
  const [, parentBased, kind] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(name) ?? [];
  if (!kind) {
    warn(`OTEL_TRACES_SAMPLER is not supported (it is "${name}"). parentbased_always_on is used instead.`);
    return new ParentBasedSampler({ root: new AlwaysOnSampler() });
  }
  const root = rootSampler(kind, config, warn);
  return parentBased ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(kind: string, { OTEL_TRACES_SAMPLER_ARG: arg }: TelemetryConfig, warn: (text: string) => void) {
  if (kind === 'always_on') return new AlwaysOnSampler();
  if (kind === 'always_off') return new AlwaysOffSampler();
  const ratio = Number(arg);
  if (arg !== '' && ratio >= 0 && ratio <= 1) return new TraceIdRatioBasedSampler(ratio);
  warn(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1 (it is "${arg}"). 1 is used instead.`);
  return new TraceIdRatioBasedSampler(1);
}
