import type { MarketplaceId } from '@primazia/backend/kernel/marketplace-ids';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import {
  AdCell,
  BuyboxTag,
  Item,
  MARKETPLACE_NAMES,
  Picker,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import { EVERYWHERE, type RuleValues } from './fields.ts';
import { ruleSentence } from './sentence.ts';

/** The ads that may be taken for the one at hand, and how. */
export interface Examples {
  listings: readonly PricedListing[];
  onChange: (listing: PricedListing) => void;
}

interface RuleHeadProps {
  /** The ad at hand. */
  listing: PricedListing;
  /** All ads of the rule. */
  listingIds: readonly number[];
  /** Absent: the ad at hand is settled. */
  examples?: Examples;
  /** Once the person has stopped typing. */
  values: RuleValues;
  minimum: number | null;
}

/** On top of the form: for which ads it is, and the rule as a sentence. */
export function RuleHead({ listing, listingIds, examples, values, minimum }: RuleHeadProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const isGroup = listingIds.length > 1;
  const marketplace =
    values.marketplace === EVERYWHERE
      ? null
      : (MARKETPLACE_NAMES[Number(values.marketplace) as MarketplaceId] ?? null);
  return (
    <>
      {isGroup && (
        <div className="rule__group">
          <strong>{t('group.ads', { count: listingIds.length })}</strong>
          {examples === undefined ? (
            <span className="muted">{t('group.example_fixed')}</span>
          ) : (
            <Picker
              label={t('group.example')}
              items={examples.listings}
              selectedKey={String(listing.id)}
              onSelectionChange={(key) => {
                const chosen = examples.listings.find(({ id }) => id === Number(key));
                if (chosen !== undefined) examples.onChange(chosen);
              }}
              width="100%"
            >
              {({ id, title }) => <Item key={String(id)}>{title}</Item>}
            </Picker>
          )}
        </div>
      )}
      <div className="rule__ad">
        <AdCell listing={listing}>
          {listing.buyboxStatus !== null && <BuyboxTag status={listing.buyboxStatus} />}
        </AdCell>
      </div>
      <p className="rule__sentence" aria-live="polite">
        {ruleSentence(t, format, values, {
          currencyCode: listing.currencyCode,
          marketplace,
          minimum,
        })}
      </p>
    </>
  );
}
