// A small collector of OpenTelemetry: keeps the spans that processes export to it, as JSON over HTTP.
import * as z from 'zod';

const Attribute = z.object({
  key: z.string(),
  value: z.looseObject({ stringValue: z.string().optional() }),
});

const SpanRecord = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string(),
  name: z.string(),
  attributes: z.array(Attribute),
});
export type SpanRecord = z.infer<typeof SpanRecord>;

const Export = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(SpanRecord) })) }),
  ),
});

export interface Collector {
  /** What makes a process export to it. */
  env: Record<string, string>;
  spans: SpanRecord[];
  /** Everything that was sent, as text. */
  text(): string;
  stop(): Promise<void>;
}

export function openCollector(): Collector {
  const spans: SpanRecord[] = [];
  let text = '';
  const server = Deno.serve(
    { port: 0, hostname: '127.0.0.1', onListen: () => undefined },
    async (request) => {
      const body = await request.text();
      if (new URL(request.url).pathname === '/v1/traces') {
        text += body;
        for (const { scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans)
          spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      return Response.json({});
    },
  );
  return {
    env: {
      OTEL_DENO: 'true',
      OTEL_DENO_CONSOLE: 'ignore',
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.addr.port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
    spans,
    text: () => text,
    stop: () => server.shutdown(),
  };
}
