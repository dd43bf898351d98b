// The notifications of a domain, declared next to their events.
import * as z from 'zod';
import type { DomainEvent } from './event.ts';
import type { Locale } from './id.ts';

export const Level = z.enum(['info', 'warn', 'error', 'success']);
export type Level = z.infer<typeof Level>;

/**
 * What a notification reports, for its sentence and its link. Pages write names that end in `Price` as money of
 * `currencyCode` and names that end in `Percent` as signed percentages, and add the text of the error code `failure`.
 */
export type BellValues = Readonly<Record<string, string | number | null>>;

export type Sentence = Readonly<Record<Locale, string>>;

/** Where a person sees the notifications of a category: nowhere, in the bell, or in a pop-up too. */
export const Shown = z.enum(['none', 'bell', 'popup']);
export type Shown = z.infer<typeof Shown>;

/** What a person chooses settings for: one subject, of one or several kinds. */
export interface BellCategory {
  code: string;
  name: Sentence;
  /** Which notifications belong to it. */
  about: Sentence;
  /** For a person who has chosen nothing. */
  shown: Shown;
}

/**
 * How a kind of notification is shown.
 * - `at_once`: a pop-up when it happens, once for a listing and cause until that is resolved. Further listings with the same
 *   cause within the hour are counted in the entry, without another pop-up.
 * - `digest`: no pop-up. One entry for each hour (and rule), whose figures are updated during the hour.
 * - `counted`: one pop-up when the first item waits for a user. Its count follows the waiting items; it ends with the last.
 * - `former`: no longer written; entries of earlier versions are still shown.
 */
export const DELIVERIES = ['at_once', 'digest', 'counted', 'former'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** A kind of notification. */
export interface BellKind {
  level: Level;
  delivery: Delivery;
  /** Null: everybody sees it, as a pop-up too. */
  category: BellCategory | null;
  /** The page that it leads to. */
  link(values: BellValues): string;
  /** With its values in double braces; two forms where its `count` may be one. */
  sentence: Sentence | Readonly<{ one: Sentence; other: Sentence }>;
  /**
   * Of `at_once`: the minutes until another pop-up for the same listing and cause, since that was resolved or, if its key
   * contains the time, since the last pop-up.
   */
  restMinutes?: number;
}

/** What distinguishes an entry from others of its kind. */
type About =
  /** A subject is reported once, however often the event is delivered. */
  | { subject: string }
  /**
   * A listing and cause are reported once, until that is resolved; with the moment when it happened (ISO 8601), again where
   * it happens later.
   */
  | { listingId: number; cause: string; happenedAt?: string };

export type BellEntry<Code extends string = string> = { code: Code; values: BellValues } & About;

/** Resolved failures of the bell: they no longer wait for a user, and are shown again when they happen again. */
export interface Resolved {
  codes: readonly string[];
  /** Those that carry one of these ids as this value; null: all. */
  about: { key: 'listingId' | 'accountId'; ids: readonly number[] } | null;
}

type CompanyEvent = { companyId: number };

/** What one event does in the bell of its company. */
export interface Bell<T extends CompanyEvent = CompanyEvent> {
  event: DomainEvent<T>;
  /** The queue that the event waits in; its name never changes. */
  queue: string;
  kinds: Readonly<Record<string, BellKind>>;
  /** @param occasion identifies this event and is the same at each delivery */
  entries(event: T, occasion: string): BellEntry[];
  /** The `counted` kinds whose count may have changed. */
  counts(event: T): string[];
  /** Moments (ISO 8601) in the hours whose digests may have changed; null: the running hour. */
  digests(event: T): (string | null)[];
  /** The failures that the event shows to be over. */
  resolves(event: T): Resolved[];
}

const none = () => [];

/**
 * Declares what an event does in the bell, with the kinds of notification that it writes, by their codes. Parts that are
 * left out have no effect.
 */
export const bell = <T extends CompanyEvent, Code extends string>(
  event: DomainEvent<T>,
  reported: Pick<Bell<T>, 'queue'> &
    Partial<Pick<Bell<T>, 'counts' | 'digests' | 'resolves'>> & {
      kinds: Readonly<Record<Code, BellKind>>;
      entries?(event: T, occasion: string): BellEntry<NoInfer<Code>>[];
    },
): Bell<T> => ({
  event,
  entries: none,
  counts: none,
  digests: none,
  resolves: none,
  ...reported,
});

/** The clock hour (UTC) of an instant, by which digests are summed up: its first instant, and that of the next hour. */
export function hourOf(at: Date): { from: Date; until: Date } {
  const from = new Date(at);
  from.setUTCMinutes(0, 0, 0);
  return { from, until: new Date(from.getTime() + 3_600_000) };
}
