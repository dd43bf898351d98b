import { toAmount, toMinor } from '@primazia/backend/kernel/money';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import { Ago, BuyboxTag, MISSING, useFormat, useTranslation } from '@primazia/kit';
import type { ReactNode } from 'react';
import { RuleCell } from '../rule/rule-cell.tsx';

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="ad-card">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** A label with a figure or a word. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the ad costs, by which rule, and what is going on around it. */
export function AdCards({ listing }: { listing: PricedListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number | null) => format.money(amount, listing.currencyCode);
  const { price, shippingPrice, rule, marketObservedAt } = listing;
  const total = toAmount(toMinor(price) + toMinor(shippingPrice));
  return (
    <div className="ad-cards">
      <Card title={t('ad.card.price')}>
        <dl>
          <Fact label={t('pricing.price')}>{money(price)}</Fact>
          <Fact label={t('ad.card.shipping')}>{money(shippingPrice)}</Fact>
          <Fact label={t('ad.card.total')}>{money(total)}</Fact>
        </dl>
      </Card>
      <Card title={t('ad.card.rule')}>
        <RuleCell listing={listing} />
        {rule !== null && (
          <dl>
            <Fact label={t('rule.min_price')}>{money(rule.minPrice)}</Fact>
            <Fact label={t('rule.max_price')}>{money(rule.maxPrice)}</Fact>
          </dl>
        )}
      </Card>
      <Card title={t('ad.card.monitoring')}>
        <BuyboxTag status={listing.buyboxStatus} />
        <dl>
          <Fact label={t('pricing.best_rival')}>{money(listing.bestRivalPrice)}</Fact>
          <Fact label={t('ad.card.winner')}>{listing.winnerName ?? MISSING}</Fact>
          <Fact label={t('pricing.market_age')}>
            {marketObservedAt === null ? MISSING : <Ago at={marketObservedAt} />}
          </Fact>
        </dl>
      </Card>
    </div>
  );
}
