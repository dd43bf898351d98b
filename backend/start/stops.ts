import type { Fields } from '../platform/log.ts';

/** What has to be undone when the process stops, in the order in which it was begun. */
export interface Stops {
  /** `seconds`: the time limit, after which the next one is stopped anyway. */
  add(name: string, stop: () => unknown, seconds?: number): void;
  /** Stops everything in reverse order. A failure is reported, and does not prevent the other stops. */
  run(): Promise<void>;
}

const SECONDS = 3;

async function inTime(stop: () => unknown, seconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${seconds} s`)), seconds * 1000);
  });
  try {
    await Promise.race([stop(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param report called for each failed or slow stop */
export function createStops(
  report: (message: string, error: unknown, fields: Fields) => void,
): Stops {
  const stops: { name: string; stop: () => unknown; seconds: number }[] = [];
  return {
    add: (name, stop, seconds = SECONDS) => {
      stops.push({ name, stop, seconds });
    },
    async run() {
      for (let last = stops.pop(); last !== undefined; last = stops.pop()) {
        try {
          await inTime(last.stop, last.seconds);
        } catch (error) {
          report('this did not stop as it should', error, { what: last.name });
        }
      }
    },
  };
}
