// Sets the machine's clock as a test wants it, before the product's code is loaded.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The setting that lists how far the clock is ahead, in milliseconds, one after the other: it is set again and again. */
export const CLOCK_AHEAD = 'RELIABILITY_CLOCK_AHEAD';
/** For each process what its machine's clock is set to, one after the other. */
export type Clocks = readonly (readonly number[])[];

/**
 * Four machines, none with the right time for long. None is wrong by five minutes: Shopee refuses calls that were signed so
 * far off, and Magalu's notifications would be rejected as replays.
 */
export const WRONG_CLOCKS: Clocks = [
  [-4 * MINUTE],
  [4 * MINUTE, 0],
  [10 * SECOND, -4 * MINUTE],
  [4 * MINUTE, -10 * SECOND, 0],
];

/** How long the clock stays as it was set, in milliseconds. */
const SET_EVERY_MS = 10 * SECOND;

/** Replaces the date for all code, in milliseconds since 1970. */
export function setDate(now: () => number): void {
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/** Makes the date wrong as the setting says. */
export function setDateWrong(): void {
  const aheads = (Deno.env.get(CLOCK_AHEAD) ?? '0').split(',').map(Number);
  const { now } = Date;
  setDate(() => {
    const nth = Math.floor(performance.now() / SET_EVERY_MS) % aheads.length;
    return now() + aheads[nth]!;
  });
}
