// One thing with the advice about it.
import type { Ruled } from './rules/choose.ts';

export interface Judged {
  subject: string;
  accountId: number;
  currencyCode: string;
  /** The first is the primary one, unless a person put it off. */
  rulings: readonly Ruled[];
  /** No advice about it is primary: that about its campaign, or about its targets, is. */
  isFolded: boolean;
}
