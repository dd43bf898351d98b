import type { PricedListing } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { ActionButton, AdCell, AddIcon, Ago, BuyboxTag, EditIcon, Text } from '@primazia/kit/ui';
import { RuleCell } from '../rule/rule-cell.tsx';

/** The listing now: its price, its buybox, and the rule with its limits. */
export function ListingHead({ listing, onRule }: { listing: PricedListing; onRule: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { rule, currencyCode } = listing;
  const money = (amount: number | null) => format.money(amount, currencyCode);
  return (
    <div className="timeline-head">
      <div className="timeline-head__listing">
        <AdCell listing={listing} />
      </div>
      <dl>
        <div>
          <dt>{t('timeline.price_now')}</dt>
          <dd className="timeline-head__price">{money(listing.price)}</dd>
        </div>
        <div>
          <dt>{t('pricing.buybox_status')}</dt>
          <dd className="pz-two-lines">
            <BuyboxTag status={listing.buyboxStatus} marketplaceId={listing.marketplaceId} />
            {listing.marketObservedAt !== null && (
              <span className="pz-two-lines-small">
                <Ago at={listing.marketObservedAt} />
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('pricing.rule')}</dt>
          <dd>
            <RuleCell listing={listing} />
          </dd>
        </div>
        <div>
          <dt>{t('pricing.limits')}</dt>
          <dd>{rule === null ? MISSING : `${money(rule.minPrice)} – ${money(rule.maxPrice)}`}</dd>
        </div>
      </dl>
      <ActionButton onPress={onRule}>
        {rule === null ? <AddIcon /> : <EditIcon />}
        <Text>{rule === null ? t('action.make_rule') : t('action.open_rule')}</Text>
      </ActionButton>
    </div>
  );
}
