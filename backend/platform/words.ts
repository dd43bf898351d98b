import type { Words } from '../kernel/open-enum.ts';
import { words } from './contract.ts';
import { type Route, route } from './http.ts';

/** Returns the names of the values of growing lists, in the language of the request. */
export const wordsRoute = (all: Words): Route =>
  route(words, async ({ locale }) =>
    Object.fromEntries(
      Object.entries(all).map(([list, values]) => [
        list,
        Object.fromEntries(Object.entries(values).map(([value, texts]) => [value, texts[locale]])),
      ]),
    ),
  );
