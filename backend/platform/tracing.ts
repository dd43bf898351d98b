// Traces of OpenTelemetry, which the runtime exports where OTEL_DENO is set (docs/operations.md); without it all of this does
// nothing. The runtime itself records a span of each request that comes in.
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

const tracer = trace.getTracer('primazia');
const HEADER = 'traceparent';
/** A caller outside of any trace; the id only has to be valid, since nothing of that trace is exported. */
const NO_SPAN = { traceId: '1'.repeat(32), spanId: '1'.repeat(16) };

/** A position in a trace, in the format of the W3C Trace Context header; undefined: no trace is recorded. */
export type Traceparent = string | undefined;

/** The caller's position in its trace. */
export function traceparent(): Traceparent {
  if (!isRecorded()) return undefined;
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier[HEADER];
}

const isRecorded = () => trace.getActiveSpan()?.isRecording() === true;

/** The id of the trace that the caller belongs to, for the log; undefined: no trace is recorded. */
export const traceId = (): string | undefined =>
  isRecorded() ? trace.getActiveSpan()?.spanContext().traceId : undefined;

const contextOf = (where: string) => propagation.extract(ROOT_CONTEXT, { [HEADER]: where });

export interface SpanOptions {
  kind?: 'internal' | 'client' | 'consumer';
  attributes?: Attributes;
  /**
   * The contexts in which the work was started: the span belongs to the trace of the first and has links to the others. By
   * default it belongs to the trace of the caller.
   */
  continues?: readonly Traceparent[];
}

const KINDS = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** Does work in a span. If the work throws, the span contains only the error's name: its message may contain secrets. */
export async function inSpan<T>(
  name: string,
  { kind = 'internal', attributes = {}, continues = [] }: SpanOptions,
  work: (add: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  const [first, ...others] = new Set(continues.filter((where) => where !== undefined));
  const parent = first === undefined ? context.active() : contextOf(first);
  const links = others.flatMap((where) => {
    const linked = trace.getSpanContext(contextOf(where));
    return linked === undefined ? [] : [{ context: linked }];
  });
  const options = { kind: KINDS[kind], attributes, links };
  return await tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work((found) => span.setAttributes(found));
    } catch (fault) {
      const message = fault instanceof Error ? fault.name : 'Error';
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      throw fault;
    } finally {
      span.end();
    }
  });
}

/** Sets the name of the present request's span to the template of its path. */
export function nameRequestSpan(method: string, route: string): void {
  const span = trace.getActiveSpan();
  span?.updateName(`${method} ${route}`);
  span?.setAttribute('http.route', route);
}

/**
 * Makes outgoing calls without the runtime's spans: those contain the full address of a call, and addresses with a signature
 * or a token are secrets. A parent-based sampler, which the start requires, omits a span whose parent is not sampled.
 */
export function unrecorded<T>(work: () => T): T {
  const caller = trace.getSpanContext(context.active()) ?? NO_SPAN;
  const unsampled = { ...caller, traceFlags: TraceFlags.NONE };
  return context.with(trace.setSpanContext(context.active(), unsampled), work);
}
