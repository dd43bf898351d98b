// Delivers notifications to the product: some are lost, some are duplicated, and those that are not accepted are retried.

/** One notification; its body may name the attempt and when it was sent. */
export interface Message {
  /** A function where they sign the body, or the time. */
  headers: Record<string, string> | ((body: string, sentAt: Date) => Record<string, string>);
  body(attempt: number, sentAt: Date): string;
  /** It was given up after its last attempt. */
  onGivenUp?(last: LastAttempt): void;
}

export interface LastAttempt {
  attempt: number;
  sentAt: Date;
  url: string;
  body: string;
  /** Null: there was no answer. */
  status: number | null;
  /** Why there was none. */
  fault: string;
  milliseconds: number;
}

export interface DeliverySettings {
  /** Where notifications are posted; null: nowhere. */
  url: string | null;
  /** Lost on purpose, without a trace. */
  lossPercent: number;
  duplicatePercent: number;
  /** The receiver's time to answer. */
  timeoutMs: number;
  /** From the first attempt to the last one. */
  retrySpanMs: number;
  /** Before the first attempt. */
  delayMs: number;
  /** How many are sent at once. */
  parallel: number;
}

/** How a marketplace retries. */
export interface DeliveryHabit {
  attempts: number;
  isTaken(status: number): boolean;
  /** Whether a message is retried after this status; without an answer it always is. */
  isTriedAgain(status: number): boolean;
}

export interface DeliveryMeans {
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
}

export interface DeliveryCounts {
  delivered: number;
  failedAttempts: number;
  lost: number;
  missed: number;
  /** Messages that wait for their first or next attempt, or are being sent. */
  pending: number;
}

export interface Delivery {
  send(message: Message): void;
  counts(): DeliveryCounts;
  configure(settings: Partial<DeliverySettings>): void;
  /** Resolves when at most this many are pending, or when delivery is stopped. */
  until(most: number): Promise<void>;
  stop(): void;
}

/** With more pending, the receiver has been unavailable for long: further messages are dropped, as it has to poll anyway. */
const MOST_PENDING = 20_000;

interface Parcel {
  message: Message;
  attempt: number;
}

/** One attempt. Status null: there was no answer, and `fault` names why. */
async function post(
  fetch: DeliveryMeans['fetch'],
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal,
    });
    await response.body?.cancel();
    return { status: response.status, fault: '' };
  } catch (fault) {
    return { status: null, fault: fault instanceof Error ? fault.name : 'Error' };
  }
}

/** Posts messages to the configured address, a few at once, each as often as the habit allows. */
export function createDelivery(
  given: DeliverySettings,
  habit: DeliveryHabit,
  means: DeliveryMeans,
): Delivery {
  let settings = given;
  const ready = createQueue<Parcel>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const stopped = new AbortController();
  const counts = { delivered: 0, failedAttempts: 0, lost: 0, missed: 0, pending: 0 };
  let waiting: { most: number; resolve: () => void }[] = [];
  let underWay = 0;

  /** The pause before the next attempt; each is twice the one before, and all of them fill the span. */
  const pauseAfter = (attempt: number) =>
    (settings.retrySpanMs * 2 ** (attempt - 1)) / (2 ** (habit.attempts - 1) - 1);

  function finish(how: 'delivered' | 'missed') {
    counts[how]++;
    counts.pending--;
    release();
  }

  function release() {
    if (waiting.length === 0) return;
    const isFree = ({ most }: { most: number }) => counts.pending <= most || stopped.signal.aborted;
    const free = waiting.filter(isFree);
    waiting = waiting.filter((one) => !isFree(one));
    for (const { resolve } of free) resolve();
  }

  async function attempt(url: string, { message, attempt }: Parcel) {
    const startedAt = means.now();
    const sentAt = new Date(startedAt);
    const body = message.body(attempt, sentAt);
    const signal = AbortSignal.any([AbortSignal.timeout(settings.timeoutMs), stopped.signal]);
    const { headers: given } = message;
    const headers = typeof given === 'function' ? given(body, sentAt) : given;
    const { status, fault } = await post(means.fetch, url, headers, body, signal);
    if (status !== null && habit.isTaken(status)) return finish('delivered');
    if (stopped.signal.aborted) return;
    counts.failedAttempts++;
    const isAgain = status === null || habit.isTriedAgain(status);
    if (isAgain && attempt < habit.attempts)
      return later(pauseAfter(attempt), { message, attempt: attempt + 1 });
    finish('missed');
    const milliseconds = means.now() - startedAt;
    message.onGivenUp?.({ attempt, sentAt, url, body, status, fault, milliseconds });
  }

  function later(ms: number, parcel: Parcel) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      ready.push(parcel);
      drain();
    }, ms);
    timers.add(timer);
  }

  function drain() {
    while (underWay < settings.parallel && !stopped.signal.aborted) {
      const { url } = settings;
      const parcel = url === null ? undefined : ready.shift();
      if (!parcel || url === null) return;
      underWay++;
      void attempt(url, parcel).finally(() => {
        underWay--;
        drain();
      });
    }
  }

  return {
    send(message) {
      if (settings.url === null || counts.pending >= MOST_PENDING) return;
      if (means.random() * 100 < settings.lossPercent) {
        counts.lost++;
        return;
      }
      const parcel = { message, attempt: 1 };
      const copies = means.random() * 100 < settings.duplicatePercent ? 2 : 1;
      counts.pending += copies;
      for (let i = 0; i < copies; i++) {
        if (settings.delayMs > 0) later(settings.delayMs, parcel);
        else ready.push(parcel);
      }
      drain();
    },
    counts: () => ({ ...counts }),
    configure(changed) {
      settings = { ...settings, ...changed };
      drain();
    },
    until: (most) =>
      new Promise((resolve) => {
        waiting.push({ most, resolve });
        release();
      }),
    stop() {
      stopped.abort();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      ready.clear();
      release();
    },
  };
}

/** First in, first out, in constant time. */
function createQueue<T>() {
  let items: T[] = [];
  let head = 0;
  return {
    push(item: T) {
      items.push(item);
    },
    shift(): T | undefined {
      const item = items[head];
      if (item === undefined) return undefined;
      head++;
      if (head > 1_000 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    clear() {
      items = [];
      head = 0;
    },
  };
}
