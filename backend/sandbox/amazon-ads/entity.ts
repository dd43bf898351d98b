// The definition of an entity of Sponsored Products, version 3, on the wire, and what writable ones share.
import { toAmount, toMinor } from '../../kernel/money.ts';
import type {
  AdCampaign,
  AdGroup,
  AdsBook,
  AdsEntry,
  AdTarget,
  ProductAd,
  World,
} from '../world.ts';

/** The API's error for one element. */
export interface ElementError {
  errorType: string;
  reason: string;
  message: string;
  more?: Record<string, string>;
}

export const fault = (
  errorType: string,
  reason: string,
  message: string,
  more?: Record<string, string>,
): ElementError => ({ errorType, reason, message, ...(more && { more }) });

/** Limits of Brazil. @see https://advertising.amazon.com/API/docs/en-us/reference/concepts/limits */
export const LIMITS = { bid: [7, 370_000], budget: [132, 530_000_000] } as const;

export type Written = AdsEntry | ElementError;
export const isFault = (written: Written): written is ElementError => 'errorType' in written;

export interface Entity {
  /** Below `/sp/`. */
  path: string;
  /** The name of the list in bodies and answers; and of one element of it in an answer. */
  list: string;
  one: string;
  /** The field of its id, in the entity; and beside it, where that differs. */
  id: string;
  wrapperId?: string;
  media: string;
  /** The entities of a seller. */
  all(book: AdsBook): Iterable<AdCampaign | AdGroup | ProductAd | AdTarget>;
  idOf(value: never): string;
  toWire(value: never, isExtended: boolean): Record<string, unknown>;
  /** A new entity from a body, or the fault of that. */
  create(world: World, given: Given, at: Moment): Written;
  /** What Amazon itself creates with a new entity. */
  along?(world: World, value: never): readonly AdsEntry[];
  /** An entity with the changes of a body; unknown fields are ignored, as in the API. */
  update(world: World, value: never, given: Given, at: Moment): Written;
}
export type Given = Record<string, unknown>;
export interface Moment {
  now: number;
  sellerId: number;
  /** Today, YYYY-MM-DD. */
  today: string;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const stateOf = (value: unknown, fallback: AdCampaign['state']) =>
  value === 'ENABLED' || value === 'PAUSED' ? value : fallback;
export const dated = ({ now }: Moment, given: Given) => ({
  state: stateOf(given.state, 'ENABLED'),
  createdAt: now,
  updatedAt: now,
});
export const extended = ({
  createdAt,
  updatedAt,
}: AdCampaign | AdGroup | ProductAd | AdTarget) => ({
  creationDateTime: new Date(createdAt).toISOString(),
  lastUpdateDateTime: new Date(updatedAt).toISOString(),
});

const outside = (range: readonly [number, number], errorType: string, reason: string) =>
  fault(errorType, reason, 'The value is out of the range of the marketplace', {
    lowerLimit: toAmount(range[0]).toFixed(2),
    upperLimit: toAmount(range[1]).toFixed(2),
  });

export function moneyIn(
  value: unknown,
  range: readonly [number, number],
  errorType: string,
  reason: string,
) {
  const minor = typeof value === 'number' && Number.isFinite(value) ? toMinor(value) : null;
  return minor === null || minor < range[0] || minor > range[1]
    ? outside(range, errorType, reason)
    : minor;
}
export const bidIn = (value: unknown) =>
  moneyIn(value, LIMITS.bid, 'biddingError', 'BID_OUT_OF_MARKET_PLACE_RANGE');

export const archived = fault(
  'entityStateError',
  'ARCHIVED_ENTITY_CANNOT_BE_MODIFIED',
  'Archived entity cannot be modified',
);

export const duplicate = fault('duplicateValueError', 'DUPLICATE_VALUE', 'It exists already');

export const parentless = fault(
  'parentEntityError',
  'PARENT_ENTITY_NOT_FOUND',
  'Parent is not found',
);
