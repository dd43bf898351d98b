// One thing with the advice about it.
import type { Ruled } from './rules/choose.ts';

export interface Judged {
  subject: string;
  accountId: number;
  currencyCode: string;
  /** What comes first is the primary one, unless a person put it off. */
  rulings: readonly Ruled[];
  /** None of it is primary: what counts is about the whole of which it is a part, or about its parts. */
  isFolded: boolean;
}
