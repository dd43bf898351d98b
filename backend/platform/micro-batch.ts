// Micro-batches: many small pieces of work in few transactions. Items that arrive during a batch form the next one.
import { inSpan, type Traceparent, traceparent } from './tracing.ts';

interface Entry<T> {
  item: T;
  /** Where in a trace it was added. */
  from: Traceparent;
  resolve: () => void;
  reject: (fault: unknown) => void;
}

export interface MicroBatchOptions<T> {
  /** The name of a batch in traces. */
  name: string;
  /** Items of different keys never share a batch, and one batch of a key is worked at a time. Left out: all share. */
  keyOf?: (item: T) => number;
  /** The maximum of concurrent batches; left out: one of each key. */
  lanes?: number;
  /** The maximum of items in a batch. */
  size?: number;
  /** How long the first item waits for others, in milliseconds; items that arrive during a batch do not wait again. */
  delayMs?: number;
  /** If a batch fails, each of its items is tried alone, so that none fails because of another. */
  retryEach?: boolean;
}

export interface MicroBatch<T> {
  /** Resolves when the item is processed, and rejects with its batch. */
  add(item: T): Promise<void>;
  /** Items that no batch holds yet. */
  waiting(): number;
  /** Moves the waiting items that match `which` to another batcher. */
  moveTo(other: MicroBatch<T>, which: (item: T) => boolean): void;
  /** Takes over items of another batcher, with their callers. */
  adopt(entries: readonly Entry<T>[]): void;
}

/** @param work processes the items of a batch; if it throws, it has to leave none of them done */
export function createMicroBatch<T>(
  options: MicroBatchOptions<T>,
  work: (items: readonly T[]) => Promise<void>,
): MicroBatch<T> {
  const { name, keyOf, size = Infinity, delayMs = 0, retryEach = false } = options;
  const { lanes = keyOf === undefined ? 1 : Infinity } = options;
  /** Waiting items by key; the key that has waited longest is first. */
  const queues = new Map<number, Entry<T>[]>();
  /** Keys with a running batch; empty without keys. */
  const busyKeys = new Set<number>();
  let busy = 0;
  let count = 0;

  async function workAll(batch: readonly Entry<T>[]): Promise<void> {
    const span = {
      attributes: { 'messaging.batch.message_count': batch.length },
      continues: batch.map(({ from }) => from),
    };
    try {
      await inSpan(name, span, () => work(batch.map(({ item }) => item)));
      for (const { resolve } of batch) resolve();
    } catch (fault) {
      if (retryEach && batch.length > 1) for (const one of batch) await workAll([one]);
      else for (const { reject } of batch) reject(fault);
    }
  }

  function take(key: number): Entry<T>[] {
    const queue = queues.get(key) ?? [];
    queues.delete(key);
    const batch = queue.splice(0, size);
    if (queue.length > 0) queues.set(key, queue);
    count -= batch.length;
    return batch;
  }

  async function run(key: number, waitMs: number): Promise<void> {
    busy += 1;
    if (keyOf !== undefined) busyKeys.add(key);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const batch = take(key);
    if (batch.length > 0) await workAll(batch);
    busy -= 1;
    busyKeys.delete(key);
    start(0);
  }

  function start(waitMs: number): void {
    // A key with more than a batch goes to the end of the queue, and is visited again.
    for (const key of queues.keys()) {
      if (busy >= lanes) return;
      if (!busyKeys.has(key)) void run(key, waitMs);
    }
  }

  function enqueue(entry: Entry<T>): void {
    const key = keyOf?.(entry.item) ?? 0;
    const queue = queues.get(key);
    if (queue === undefined) queues.set(key, [entry]);
    else queue.push(entry);
    count += 1;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        enqueue({ item, from: traceparent(), resolve, reject });
        start(delayMs);
      }),
    waiting: () => count,
    moveTo(other, which) {
      const moved: Entry<T>[] = [];
      for (const [key, queue] of [...queues]) {
        const stays = queue.filter(({ item }) => !which(item));
        moved.push(...queue.filter(({ item }) => which(item)));
        if (stays.length > 0) queues.set(key, stays);
        else queues.delete(key);
      }
      count -= moved.length;
      other.adopt(moved);
    },
    adopt(entries) {
      for (const entry of entries) enqueue(entry);
      start(delayMs);
    },
  };
}
