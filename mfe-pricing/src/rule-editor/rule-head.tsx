import type { PricedListing } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import type { SearchChoices } from '@primazia/kit/list';
import { AdCell, BuyboxTag, SearchSelect } from '@primazia/kit/ui';
import type { RuleValues } from '../rule/fields.ts';
import { ruleSentence } from '../rule/sentence.ts';

/** The listings that may be taken for the one at hand, and how. */
export interface Examples {
  search: SearchChoices;
  /** Distinguishes the listings of this rule from those of others. */
  name: string;
  onChange: (listingId: number) => void;
  /** How many listings get the rule, where those are not all known here. */
  count?: number;
}

interface RuleHeadProps {
  /** The listing at hand; null: the rule has none yet. */
  listing: PricedListing | null;
  currencyCode: string;
  /** All listings of the rule. */
  listingIds: readonly number[];
  /** Absent: the listing at hand is settled. */
  examples?: Examples;
  /** Once the person has stopped typing. */
  values: RuleValues;
  minimum: number | null;
}

/** On top of the form: for which listings it is, and the rule as a sentence. */
export function RuleHead(props: RuleHeadProps) {
  const { listing, currencyCode, listingIds, examples, values, minimum } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const count = examples?.count ?? listingIds.length;
  return (
    <>
      {count > 1 && listing !== null && (
        <div className="rule__group">
          <strong>{t('group.listings', { count })}</strong>
          {examples === undefined ? (
            <span className="muted">{t('group.example_fixed')}</span>
          ) : (
            <SearchSelect
              label={t('group.example')}
              name={examples.name}
              search={examples.search}
              // The one at hand is below, with all that tells it from others.
              chosen={[]}
              isMany={false}
              onChange={([chosen]) => {
                if (chosen !== undefined) examples.onChange(Number(chosen.value));
              }}
            />
          )}
        </div>
      )}
      {listing !== null && (
        <div className="rule__listing">
          <AdCell listing={listing}>
            {listing.buyboxStatus !== null && (
              <BuyboxTag status={listing.buyboxStatus} marketplaceId={listing.marketplaceId} />
            )}
          </AdCell>
        </div>
      )}
      <p className="rule__sentence" aria-live="polite">
        {ruleSentence(t, format, values, { currencyCode, minimum })}
      </p>
    </>
  );
}
