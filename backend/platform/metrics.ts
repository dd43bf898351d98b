import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A monotonic counter. Labels are kinds of things, never ids: each set of values is a permanent series. */
export interface Count<Label extends string> {
  inc(labels: Record<Label, string>, by?: number): void;
}

/** A duration, kept as its distribution. */
export interface Timing<Label extends string> {
  observe(labels: Record<Label, string>, seconds: number): void;
}

/** The metrics of one process, in a separate registry: two instances in one process share nothing. */
export interface Metrics {
  /** The engine's decision on a listing: `change`, `keep`, `blocked`, `pause_rule`. */
  decisions: Count<'kind'>;
  /** How a price sent to a marketplace ended: `confirmed`, `accepted`, `ignored`, `rejected`, `failed`, `no_answer`. */
  pushes: Count<'marketplace' | 'outcome'>;
  /** Calls that left for a marketplace, by its name for the operation; `outcome` is `ok` or the kind of failure. */
  marketplaceCalls: Count<'marketplace' | 'operation' | 'outcome'>;
  /** Answers of the API; `route` is the template, such as `/v2/rules/{ruleId}`. */
  requests: Timing<'method' | 'route' | 'status'>;
  /** Modules that failed in people's pages, and how. */
  incidents: Count<'module' | 'failure'>;
  /** Writes that were answered with their stored answer instead of being repeated. */
  replays: Count<'route'>;
  /** The delay of this process's timers. */
  eventLoopLag: Timing<never>;
  /** Adds a gauge that is read at each scrape. `read` fills it; if it throws, the gauge is left out. */
  sample<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: () => Promise<Sample<Label>[]> | Sample<Label>[],
  ): void;
  /** All of it in the text format of Prometheus. */
  text(): Promise<string>;
  /** The media type of `text()`. */
  contentType: string;
}

export interface Sample<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const LAG_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** The counters and timings of one process, in the format of Prometheus: times in seconds, each name with `primazia_`. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const count = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `primazia_${name}_total`, help, labelNames, registers });
  const timing = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) => new Histogram({ name: `primazia_${name}_seconds`, help, labelNames, buckets, registers });

  return {
    decisions: count('decisions', 'Outcome of a decision about a listing.', ['kind']),
    pushes: count('pushes', 'How prices sent to a marketplace ended.', ['marketplace', 'outcome']),
    marketplaceCalls: count('marketplace_calls', 'Calls that left for a marketplace.', [
      'marketplace',
      'operation',
      'outcome',
    ]),
    requests: timing(
      'http_request',
      'Answers of the API, from the first line of the request to the last of the answer.',
      ['method', 'route', 'status'],
      REQUEST_SECONDS,
    ),
    incidents: count('module_incidents', "Modules that failed in people's pages.", [
      'module',
      'failure',
    ]),
    replays: count('idempotent_replays', 'Stored answers that were sent again.', ['route']),
    eventLoopLag: timing('event_loop_lag', 'How late timers fire.', [], LAG_SECONDS),
    sample(name, help, labels, read) {
      new Gauge({
        name: `primazia_${name}`,
        help,
        labelNames: labels,
        registers,
        async collect() {
          this.reset();
          for (const { labels: of, value } of await read()) this.set(of, value);
        },
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
