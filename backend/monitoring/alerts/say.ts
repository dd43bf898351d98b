// The texts of each kind of alert but the buybox. Pure.
import type { Alert, AlertCode } from '../contract/alerts.ts';
import type { AlertKind } from './kinds.ts';
import type { AlertedListing, Noted } from './store.ts';

const CONTENT: Readonly<Record<string, AlertCode>> = {
  title: 'title_changed',
  brand: 'brand_changed',
  picture: 'picture_changed',
};

const codeOf = ({ kind, subject, facts }: Noted): AlertCode | null => {
  switch (kind as Exclude<AlertKind, 'lost'>) {
    case 'new_seller':
      return 'new_seller';
    case 'suspect':
      return 'price_suspect';
    case 'suspect_confirmed':
      return 'suspect_confirmed';
    case 'competitor_out':
      if (facts.raisePrice === null) return 'competitor_out';
      return facts.isMaximum === 1 ? 'competitor_out_to_maximum' : 'competitor_out_may_raise';
    case 'seller_gone':
      return null;
    case 'seller_out':
      return facts.isMaximum === 1 ? 'seller_out_to_maximum' : 'seller_out_may_raise';
    case 'page_changed':
      return 'competitor_page_changed';
    case 'content':
      return CONTENT[subject] ?? null;
    case 'polling':
      return 'polling_failing';
  }
};

/** The alert of a noted condition; null: its subject is gone. */
export function toAlert(
  noted: Noted,
  listing: AlertedListing | undefined,
  accountName: string | undefined,
): Alert | null {
  const code = codeOf(noted);
  const isAccount = noted.kind === 'polling';
  if (code === null || (isAccount ? accountName : listing) === undefined) return null;
  const about = isAccount
    ? { accountId: noted.aboutId, accountName: accountName! }
    : {
        listingId: noted.aboutId,
        title: listing!.title,
        currencyCode: listing!.currencyCode,
      };
  return {
    code,
    aboutId: noted.aboutId,
    cause: String(noted.facts.cause ?? noted.subject),
    happenedAt: noted.since.toISOString(),
    values: { ...about, ...noted.facts },
  };
}
