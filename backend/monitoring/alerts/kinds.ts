// The kinds of alerts that monitoring keeps, and how long what they report lasts before it is announced.
import type { HoldMinutes } from './engine/hold.ts';

type Hold = 'setting' | number;

/** Minutes; `setting`: those of the company. `end` null: the end is not announced. */
const KINDS = {
  /** A listing's buybox is lost. */
  lost: { begin: 'setting', end: 'setting' },
  /** A seller is on the page of an own brand; `subject`: which. */
  new_seller: { begin: 'setting', end: null },
  /** A price looks wrong; `subject`: the offer. */
  suspect: { begin: 'setting', end: null },
  /** A second observation confirmed it. */
  suspect_confirmed: { begin: 0, end: null },
  /** A watched competitor is out of stock, in two polls; `subject`: its id. */
  competitor_out: { begin: 0, end: null },
  /** The cheapest seller of a market is missing in one observation; `subject`: who. It is never announced itself. */
  seller_gone: { begin: 'setting', end: null },
  /** It was away for that long, in several observations, and the listing may be raised. */
  seller_out: { begin: 0, end: null },
  /** The page of a watched competitor is about another product. */
  page_changed: { begin: 0, end: null },
  /** The content of a listing was changed; `subject`: what of it. */
  content: { begin: 'setting', end: null },
  /** The markets of an account cannot be polled. */
  polling: { begin: 60, end: 0 },
} as const satisfies Record<string, { begin: Hold; end: Hold | null }>;
export type AlertKind = keyof typeof KINDS;

const minutesOf = (hold: Hold, setting: number) => (hold === 'setting' ? setting : hold);

export const holdOf = (kind: AlertKind, setting: number): HoldMinutes => {
  const { begin, end } = KINDS[kind];
  return { begin: minutesOf(begin, setting), end: end === null ? null : minutesOf(end, setting) };
};
