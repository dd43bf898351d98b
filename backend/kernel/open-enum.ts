import * as z from 'zod';
import type { Locale } from './id.ts';

/** Any unknown value of an open enum, without hiding the known ones from the compiler. */
export type Unknown = string & Record<never, never>;

/**
 * A value of an answer from an open enum: readers accept an unknown value unchanged, and show it by the labels of
 * `GET /v1/words`. The server sends values of `known`.
 * @param words the name of the list there, and the key of its texts in the pages: `update.state`
 */
export const openEnum = <Known extends z.ZodType<string>>(words: string, known: Known) =>
  z.union([known, z.string() as z.ZodType<Unknown>]).meta({ words });

/** The entry of a table for a value of an open enum; undefined for an unknown value. */
export const knownOf = <T>(table: Readonly<Record<string, T>>, value: string): T | undefined =>
  Object.hasOwn(table, value) ? table[value] : undefined;

/** The labels of the values of open enums: by enum, value and language. */
export type Words = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<Locale, string>>>>>
>;
