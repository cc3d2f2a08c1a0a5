import { randomUUID } from 'node:crypto';
import {
  type Context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { getNumberFromEnv, parseKeyPairsIntoRecord, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { build } from '../config/build.ts';
import type { TelemetryConfig } from './open.ts';
import { createSampler } from './sampler.ts';
import type { Attributes, SpanKind, TraceSpan, Tracing } from './span.ts';
import { parseTraceparent, renderTraceparent } from './traceparent.ts';

/** A batch has up to 500 commands (`idempotency/once.ts`). OpenTelemetry's default is 128. */
const MOST_LINKS = 512;
/** The time at the end for the spans that are left: a collector that hangs must not delay the end of a node. */
const STOP_MS = 1_000;
/** A collector that is away fails every five seconds. One line a minute says it. */
const LINE_MS = 60_000;

/** Loads OpenTelemetry's SDK and starts to send spans, in batches that no request waits for. */
export function startTracing(config: TelemetryConfig, log: Logger): Tracing {
  const warn = (text: string) => log.warn(text);
  logProblems(log);
  const sampler = createSampler(config, warn);
  const ids = createIds();
  const provider = new TracerProvider({
    sampler,
    idGenerator: ids,
    resource: resourceOf(config),
    spanLimits: { linkCountLimit: MOST_LINKS },
    spanProcessors: [new BatchSpanProcessor({ exporter: exporterOf(config), ...queueLimits() })],
  });
  const tracer = provider.getTracer('rialto', build.version);
  const startIn = (context: Context, name: string, kind: SpanKind, attributes: Attributes = {}) =>
    wrap(tracer, tracer.startSpan(name, { kind: kinds[kind], attributes }, context));
  return {
    startRequest: (traceparent, describe) => {
      const parent = traceparent === undefined ? null : contextOf(traceparent);
      if (!parent && !isSampled(sampler, ids.drawTrace())) return null;
      const described = describe();
      return described && startIn(parent ?? ROOT_CONTEXT, described.name, 'server', described.attributes);
    },
    startFor: (name, kind, traceparent, attributes) => {
      const parent = contextOf(traceparent);
      return parent && startIn(parent, name, kind, attributes);
    },
    startBatch: (name, kind, members) => startBatch(tracer, name, kind, members),
    stop: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

/**
 * The SDK prepares a span before it asks the sampler: 2.3 µs for each request that is not sampled. Asking first, with
 * the trace id that the span would have, takes 0.4 µs.
 */
function createIds() {
  const random = new RandomIdGenerator();
  let drawn: string | null = null;
  return {
    drawTrace: () => {
      drawn = random.generateTraceId();
      return drawn;
    },
    generateTraceId: () => {
      const id = drawn ?? random.generateTraceId();
      drawn = null;
      return id;
    },
    generateSpanId: () => random.generateSpanId(),
  };
}

const none = {};
const noLinks: [] = [];

const isSampled = (sampler: Sampler, traceId: string) =>
  sampler.shouldSample(ROOT_CONTEXT, traceId, '', OtelSpanKind.SERVER, none, noLinks).decision !==
  SamplingDecision.NOT_RECORD;

const kinds = { server: OtelSpanKind.SERVER, client: OtelSpanKind.CLIENT, internal: OtelSpanKind.INTERNAL };

function contextOf(traceparent: string): Context | null {
  const parent = parseTraceparent(traceparent);
  return parent && trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

type Wrapped = TraceSpan & { readonly link?: (to: OtelSpan) => void };

function wrap(tracer: Tracer, span: OtelSpan): Wrapped {
  const context = span.spanContext();
  let inside: Context | undefined;
  return {
    get traceparent() {
      return renderTraceparent(context);
    },
    isSampled: (context.traceFlags & 1) === 1,
    start: (name, kind, attributes = none) => {
      inside ??= trace.setSpan(ROOT_CONTEXT, span);
      return wrap(tracer, tracer.startSpan(name, { kind: kinds[kind], attributes }, inside));
    },
    end: (attributes) => {
      if (attributes) span.setAttributes(attributes);
      if (attributes && 'error.type' in attributes) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    link: (to) => span.addLink({ context: to.spanContext() }),
  };
}

function startBatch(tracer: Tracer, name: string, kind: SpanKind, members: Parameters<Tracing['startBatch']>[2]) {
  const links = members.flatMap((member) => {
    const context = member && parseTraceparent(typeof member === 'string' ? member : member.traceparent);
    return context && context.traceFlags === 1 ? [{ context }] : [];
  });
  if (links.length === 0) return null;
  const attributes = { 'rialto.batch.size': members.length };
  const batch = tracer.startSpan(name, { kind: kinds[kind], attributes, links }, ROOT_CONTEXT);
  for (const member of members) if (typeof member === 'object') (member as Wrapped | null)?.link?.(batch);
  return wrap(tracer, batch);
}

function resourceOf({ OTEL_RESOURCE_ATTRIBUTES: text, OTEL_SERVICE_NAME: name }: TelemetryConfig) {
  return defaultResource().merge(
    resourceFromAttributes({
      'service.name': 'rialto',
      'service.version': build.version,
      'service.instance.id': randomUUID(),
      ...parseKeyPairsIntoRecord(text),
      ...(name ? { 'service.name': name } : {}),
    }),
  );
}

/** The packages read the other variables of the exporter themselves: time-out, compression and certificates. */
function exporterOf(config: TelemetryConfig): OTLPTraceExporter {
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '');
  return new OTLPTraceExporter({
    url: config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || `${base}/v1/traces`,
    headers: {
      ...parseKeyPairsIntoRecord(config.OTEL_EXPORTER_OTLP_HEADERS),
      ...parseKeyPairsIntoRecord(config.OTEL_EXPORTER_OTLP_TRACES_HEADERS),
    },
  });
}

/** The standard's own defaults apply where a variable is missing: 2 048 spans in the queue, 512 in a request. */
function queueLimits() {
  const limits = {
    scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
    maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

/** Warnings and errors of the packages. An export that fails loses its spans, and nothing waits for it. */
function logProblems(log: Logger): void {
  let quietUntil = 0;
  const write = (problem: string) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + LINE_MS;
    log.warn({ problem: problem.slice(0, 500) }, 'traces cannot be sent or are incomplete');
  };
  const ignore = () => {};
  const logger = { error: write, warn: write, info: ignore, debug: ignore, verbose: ignore };
  setGlobalErrorHandler((error) => write(typeof error === 'string' ? error : describe(error)));
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** Without the stack and the collector's answer. */
function describe({ name, message, code }: Partial<Record<'name' | 'message' | 'code', unknown>>): string {
  return [code ?? name, message].filter(Boolean).join(': ');
}
