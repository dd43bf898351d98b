import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { AlertCircleIcon } from '@primazia/kit/ui';
import type { ReactNode } from 'react';
import { Facts } from '../ui/facts.tsx';
import { CompetitorName } from './competitor-name.tsx';
import { Explanation } from './explanation.tsx';
import { failureText } from './failure-text.ts';

/** Why this price: the market, each step of the decision, the limit that held, and the marketplace's answer. */
export function Why({ update }: { update: PriceUpdate }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number | null) => format.money(amount, update.currencyCode);
  const limits =
    update.minPrice === null && update.maxPrice === null
      ? MISSING
      : `${money(update.minPrice)} – ${money(update.maxPrice)}`;
  const facts: [label: string, value: ReactNode][] = [
    [t('why.rule'), update.ruleName],
    [t('why.limits'), limits],
    [
      t('why.competitor'),
      update.rivalPrice === null ? (
        t('why.no_competitor')
      ) : (
        <>
          <CompetitorName update={update} /> · {money(update.rivalPrice)}
        </>
      ),
    ],
    [t('why.market_seen'), format.dateTime(update.marketObservedAt)],
    [t('why.proposed'), format.dateTime(update.createdAt)],
    [t('why.moved'), format.dateTime(update.lastUpdate)],
  ];
  if (update.decidedBy !== null) facts.push([t('why.decided_by'), update.decidedBy]);
  if (update.nextAttemptAt !== null)
    facts.push([t('why.next_attempt'), format.dateTime(update.nextAttemptAt)]);
  return (
    <div className="why">
      <section>
        <h2>{t('why.title')}</h2>
        {update.reverts === null ? (
          <Explanation lines={update.explanation} />
        ) : (
          <p>{t('why.reverts', { price: money(update.newPrice) })}</p>
        )}
      </section>
      <section>
        <h2>{t('why.facts')}</h2>
        <Facts facts={facts} />
        {update.state === 'sent' && <p className="hint">{t('why.sent')}</p>}
        {update.failure !== null && (
          <div className="why__failure">
            <p>
              <AlertCircleIcon size="S" />
              <span>{failureText(t, update.failure)}</span>
            </p>
            <details>
              <summary>{t('why.marketplace_words')}</summary>
              <code>{update.failure.message}</code>
            </details>
          </div>
        )}
      </section>
    </div>
  );
}
