import { toAmount, toMinor } from '@primazia/backend/kernel/money';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { Ago, BuyboxTag, Winner } from '@primazia/kit/ui';
import type { ReactNode } from 'react';
import { RuleCell } from '../rule/rule-cell.tsx';

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="listing-card">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** A label with a figure or a text. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The listing's price, its rule, and its market. */
export function ListingCards({ listing }: { listing: PricedListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number | null) => format.money(amount, listing.currencyCode);
  const { price, shippingPrice, shippingReported, rule, marketObservedAt } = listing;
  const total = toAmount(toMinor(price) + toMinor(shippingPrice));
  const withShipping = (amount: number) =>
    shippingReported ? money(amount) : t('pricing.not_reported');
  return (
    <div className="listing-cards">
      <Card title={t('listing.card.price')}>
        <dl>
          <Fact label={t('pricing.price')}>{money(price)}</Fact>
          <Fact label={t('listing.card.shipping')}>{withShipping(shippingPrice)}</Fact>
          <Fact label={t('listing.card.total')}>{withShipping(total)}</Fact>
        </dl>
      </Card>
      <Card title={t('listing.card.rule')}>
        <RuleCell listing={listing} />
        {rule !== null && (
          <dl>
            <Fact label={t('field.minPrice.name')}>{money(rule.minPrice)}</Fact>
            <Fact label={t('rule.max_price')}>{money(rule.maxPrice)}</Fact>
          </dl>
        )}
      </Card>
      <Card title={t('listing.card.monitoring')}>
        <BuyboxTag status={listing.buyboxStatus} marketplaceId={listing.marketplaceId} />
        <dl>
          <Fact label={t('pricing.best_competitor')}>{money(listing.bestRivalPrice)}</Fact>
          <Fact label={t('listing.card.winner')}>
            <Winner listing={listing} />
          </Fact>
          <Fact label={t('pricing.market_age')}>
            {marketObservedAt === null ? MISSING : <Ago at={marketObservedAt} />}
          </Fact>
        </dl>
      </Card>
    </div>
  );
}
