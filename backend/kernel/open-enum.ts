import * as z from 'zod';
import type { Locale } from './id.ts';

/** Of a list that may grow: any value that this reader does not know, without hiding the known ones from the compiler. */
export type Unknown = string & Record<never, never>;

/**
 * A value of an answer, out of a list that may grow: readers take one that they do not know as it comes, and show it by
 * the words of `GET /v1/words`. What is sent stays one of `known`.
 * @param words the name of the list there, and the key of its texts in the pages: `update.state`
 */
export const openEnum = <Known extends z.ZodType<string>>(words: string, known: Known) =>
  z.union([known, z.string() as z.ZodType<Unknown>]).meta({ words });

/** What a table holds for a value of a list that may grow; undefined for a value that it does not know. */
export const knownOf = <T>(table: Readonly<Record<string, T>>, value: string): T | undefined =>
  Object.hasOwn(table, value) ? table[value] : undefined;

/** What values of lists that may grow are called: by list, value and language. */
export type Words = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<Locale, string>>>>>
>;
