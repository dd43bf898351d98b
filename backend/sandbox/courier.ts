// Notifications on their way: some are lost, some come twice, and what is not taken is brought again.
import type { MissedFeed } from './ledger.ts';

/** What a notification says. */
export interface Notice {
  topic: string;
  resource: string;
  /** A number in most topics, text in others: the real wire does both. */
  userId: number | string;
}

export interface CourierSettings {
  /** Where notifications go; null: nowhere. */
  url: string | null;
  applicationId: number;
  /** Lost on purpose, without a trace. */
  lossPercent: number;
  duplicatePercent: number;
  /** The receiver's time to answer 200. */
  timeoutMs: number;
  /** From the first attempt to the last one. */
  retrySpanMs: number;
}

export const DEFAULT_DELIVERY = {
  lossPercent: 2,
  duplicatePercent: 1,
  timeoutMs: 500,
  retrySpanMs: 3_600_000,
} as const;

export interface CourierMeans {
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  uuid: () => string;
  /** A notification was given up after its last attempt. */
  onMissed: (feed: MissedFeed) => void;
}

export interface CourierCounts {
  delivered: number;
  failedAttempts: number;
  lost: number;
  missed: number;
  /** Waiting for their first or next attempt, or under way. */
  pending: number;
}

export interface Courier {
  send(notice: Notice): void;
  counts(): CourierCounts;
  configure(settings: Partial<CourierSettings>): void;
  stop(): void;
}

const ATTEMPTS = 8;
const AT_ONCE = 16;
/** Beyond this the receiver has been away for long: what is new is dropped, as its repair has to look anyway. */
const MOST_PENDING = 20_000;

/** The pause before the next attempt; each is twice the one before, and all of them fill the span. */
const pauseAfter = (attempt: number, spanMs: number) =>
  (spanMs * 2 ** (attempt - 1)) / (2 ** (ATTEMPTS - 1) - 1);

interface Parcel {
  id: string;
  notice: Notice;
  received: string;
  attempt: number;
}

/** Brings notifications to the configured address, a few at once, each up to 8 times. */
export function createCourier(given: CourierSettings, means: CourierMeans): Courier {
  let settings = given;
  const ready: Parcel[] = [];
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const stopped = new AbortController();
  const counts = { delivered: 0, failedAttempts: 0, lost: 0, missed: 0, pending: 0 };
  let underWay = 0;

  const isoNow = () => new Date(means.now()).toISOString();

  async function attempt(url: string, parcel: Parcel) {
    const body = {
      _id: parcel.id,
      resource: parcel.notice.resource,
      user_id: parcel.notice.userId,
      topic: parcel.notice.topic,
      application_id: settings.applicationId,
      attempts: parcel.attempt,
      sent: isoNow(),
      received: parcel.received,
    };
    const data = JSON.stringify(body);
    const startedAt = means.now();
    const answer = await post(url, data);
    if (answer.status === 200) {
      counts.delivered++;
      counts.pending--;
      return;
    }
    if (stopped.signal.aborted) return;
    counts.failedAttempts++;
    if (parcel.attempt < ATTEMPTS) return again(parcel);
    counts.missed++;
    counts.pending--;
    means.onMissed({
      ...body,
      request: {
        url,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'content-length': new TextEncoder().encode(data).length,
        },
        data,
      },
      response: {
        req_time: means.now() - startedAt,
        http_code: answer.status,
        body: answer.fault,
        headers: {},
      },
    });
  }

  async function post(
    url: string,
    data: string,
  ): Promise<{ status: number | null; fault: string }> {
    try {
      const response = await means.fetch(url, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: data,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(settings.timeoutMs), stopped.signal]),
      });
      await response.body?.cancel();
      return { status: response.status, fault: '' };
    } catch (fault) {
      return { status: null, fault: fault instanceof Error ? fault.name : 'Error' };
    }
  }

  function again(parcel: Parcel) {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        ready.push({ ...parcel, attempt: parcel.attempt + 1 });
        drain();
      },
      pauseAfter(parcel.attempt, settings.retrySpanMs),
    );
    timers.add(timer);
  }

  function drain() {
    while (underWay < AT_ONCE && !stopped.signal.aborted) {
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
    send(notice) {
      if (settings.url === null || counts.pending >= MOST_PENDING) return;
      if (means.random() * 100 < settings.lossPercent) {
        counts.lost++;
        return;
      }
      const parcel = { id: means.uuid(), notice, received: isoNow(), attempt: 1 };
      const copies = means.random() * 100 < settings.duplicatePercent ? 2 : 1;
      for (let i = 0; i < copies; i++) ready.push(parcel);
      counts.pending += copies;
      drain();
    },
    counts: () => ({ ...counts }),
    configure(changed) {
      settings = { ...settings, ...changed };
      drain();
    },
    stop() {
      stopped.abort();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      ready.length = 0;
    },
  };
}
