import type { PricedListing } from '@primazia/backend/pricing/contract';
import {
  AdCell,
  BuyboxTag,
  type SearchChoices,
  SearchSelect,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import type { RuleValues } from './fields.ts';
import { ruleSentence } from './sentence.ts';

/** The ads that may be taken for the one at hand, and how. */
export interface Examples {
  search: SearchChoices;
  /** Tells the ads of this rule from those of others. */
  name: string;
  onChange: (listingId: number) => void;
}

interface RuleHeadProps {
  /** The ad at hand; null: the rule has none yet. */
  listing: PricedListing | null;
  currencyCode: string;
  /** All ads of the rule. */
  listingIds: readonly number[];
  /** Absent: the ad at hand is settled. */
  examples?: Examples;
  /** Once the person has stopped typing. */
  values: RuleValues;
  minimum: number | null;
}

/** On top of the form: for which ads it is, and the rule as a sentence. */
export function RuleHead(props: RuleHeadProps) {
  const { listing, currencyCode, listingIds, examples, values, minimum } = props;
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {listingIds.length > 1 && listing !== null && (
        <div className="rule__group">
          <strong>{t('group.ads', { count: listingIds.length })}</strong>
          {examples === undefined ? (
            <span className="muted">{t('group.example_fixed')}</span>
          ) : (
            <SearchSelect
              label={t('group.example')}
              name={examples.name}
              search={examples.search}
              // The one at hand stands below, with all that tells it from others.
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
        <div className="rule__ad">
          <AdCell listing={listing}>
            {listing.buyboxStatus !== null && <BuyboxTag status={listing.buyboxStatus} />}
          </AdCell>
        </div>
      )}
      <p className="rule__sentence" aria-live="polite">
        {ruleSentence(t, format, values, { currencyCode, minimum })}
      </p>
    </>
  );
}
