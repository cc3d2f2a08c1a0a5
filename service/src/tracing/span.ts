export type Attributes = Readonly<Record<string, string | number>>;

/** `server`: a request to this service. `client`: a request that it makes. `internal`: its own work. */
export type SpanKind = 'server' | 'client' | 'internal';

/**
 * Work that is timed, as part of a trace. Names and attributes hold ids, routes and states: no phone, name, body, URL
 * of a person or secret, because traces leave the deployment.
 */
export type TraceSpan = {
  /** In the form of W3C's header `traceparent`: a record keeps it, and receivers and providers get it. */
  readonly traceparent: string;
  /** False: nothing is sent to the collector, and only the caller's trace is passed on. */
  readonly isSampled: boolean;
  start(name: string, kind: SpanKind, attributes?: Attributes): TraceSpan;
  /** An attribute `error.type` marks it as failed. */
  end(attributes?: Attributes): void;
};

export type RequestDescription = { readonly name: string; readonly attributes: Attributes };

/** The traces of one node, while they are on. */
export type Tracing = {
  /**
   * @param traceparent the header of the caller; ignored if it is malformed
   * @param describe called only if the request is traced; null: it is not worth a trace
   * @returns null if the request is not sampled and belongs to no trace of its caller
   */
  startRequest(traceparent: string | undefined, describe: () => RequestDescription | null): TraceSpan | null;
  /** Work for a record that kept its request's `traceparent`. @returns null if that is malformed */
  startFor(name: string, kind: SpanKind, traceparent: string, attributes?: Attributes): TraceSpan | null;
  /**
   * Work for many requests or records at once: a trace of its own with links to those that are sampled, and from their
   * requests' spans back. @returns null if none is sampled
   */
  startBatch(
    name: string,
    kind: SpanKind,
    members: readonly (TraceSpan | string | null | undefined)[],
  ): TraceSpan | null;
  /** Sends the spans that are left, for a second at most. */
  stop(): Promise<void>;
};
