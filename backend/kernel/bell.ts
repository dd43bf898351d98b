// What a domain tells in the bell, declared beside the event that it tells of.
import * as z from 'zod';
import type { DomainEvent } from './event.ts';
import type { Locale } from './id.ts';

export const Level = z.enum(['info', 'warn', 'error', 'success']);
export type Level = z.infer<typeof Level>;

/**
 * What a notification tells of, for its sentence and its link. Pages write names that end in `Price` as money of
 * `currencyCode`, and add the text of the error code `failure`.
 */
export type BellValues = Readonly<Record<string, string | number | null>>;

type Sentence = Readonly<Record<Locale, string>>;

/** A kind of notification. */
export interface BellKind {
  level: Level;
  /** The page that it leads to. */
  link(values: BellValues): string;
  /** With its values in double braces; two forms where its `count` may be one. */
  sentence: Sentence | Readonly<{ one: Sentence; other: Sentence }>;
}

export interface BellEntry<Code extends string = string> {
  code: Code;
  values: BellValues;
  /** A company is told once of a subject, however often the event is delivered. */
  subject: string;
}

/** Failures in the bell that are over: they wait for nobody any longer. */
export interface Resolved {
  codes: readonly string[];
  /** Those that carry one of these ids as this value; null: all. */
  about: { key: string; ids: readonly number[] } | null;
}

/** More notifications of a kind out of one event are summed up in one, which tells their `count`. */
export const MOST_SINGLE = 5;

type CompanyEvent = { companyId: number };

/** What one event does in the bell of its company. */
export interface Bell<T extends CompanyEvent = CompanyEvent> {
  event: DomainEvent<T>;
  /** The queue that the event waits in; its name never changes. */
  queue: string;
  kinds: Readonly<Record<string, BellKind>>;
  /** @param occasion tells this event from others and is the same at each delivery of it */
  entries(event: T, occasion: string): BellEntry[];
  /** The failures that the event shows to be over. */
  resolves?(event: T): Resolved[];
}

/** Has an event tell something in the bell: each kind of notification by its code, and the entries that are of them. */
export const bell = <T extends CompanyEvent, Code extends string>(
  event: DomainEvent<T>,
  reported: Omit<Bell<T>, 'event' | 'kinds' | 'entries'> & {
    kinds: Readonly<Record<Code, BellKind>>;
    entries(event: T, occasion: string): BellEntry<NoInfer<Code>>[];
  },
): Bell<T> => ({ event, ...reported });
