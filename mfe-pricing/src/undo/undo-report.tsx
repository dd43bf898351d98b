import type { Undo, UndoItem } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import {
  AlertCircleIcon,
  AlertIcon,
  ArrowDownIcon,
  ArrowUpIcon,
  CheckmarkCircleIcon,
  RemoveCircleIcon,
  StatusTag,
  UndoIcon,
} from '@primazia/kit/ui';
import { PriceChange } from '../update/price-change.tsx';

/** The total price increases and decreases of the listings, in each currency. */
export function UndoEffects({ effects }: Pick<Undo, 'effects'>) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul className="undo-many__effects">
      {effects.flatMap(({ currencyCode, raises, raisedBy, lowers, loweredBy }) => [
        ...(raises === 0
          ? []
          : [
              <li key={`${currencyCode} up`}>
                <ArrowUpIcon size="S" aria-hidden="true" />
                {t('undo.many.raises', {
                  count: raises,
                  number: format.integer(raises),
                  amount: format.signedMoney(raisedBy, currencyCode),
                })}
              </li>,
            ]),
        ...(lowers === 0
          ? []
          : [
              <li key={`${currencyCode} down`}>
                <ArrowDownIcon size="S" aria-hidden="true" />
                {t('undo.many.lowers', {
                  count: lowers,
                  number: format.integer(lowers),
                  amount: format.signedMoney(-loweredBy, currencyCode),
                })}
              </li>,
            ]),
      ])}
    </ul>
  );
}

/** Warnings before prices are restored. */
export function UndoWarnings({ counts }: Pick<Undo, 'counts'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { belowCost, belowMinimum, largeDrops, largeDropLimit } = counts;
  const said = [
    ['below_cost', belowCost],
    ['below_minimum', belowMinimum],
    ['large_drops', largeDrops > largeDropLimit ? largeDrops : 0],
  ] as const;
  const shown = said.filter(([, count]) => count > 0);
  if (shown.length === 0) return null;
  return (
    <ul className="undo-many__warnings">
      {shown.map(([name, count]) => (
        <li key={name}>
          <AlertIcon size="S" aria-hidden="true" />
          <span>
            {t(`undo.many.${name}`, {
              count,
              number: format.integer(count),
              limit: format.integer(largeDropLimit),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Why the prices of listings stay, and how many for each reason. */
export function UndoRefused({ refused }: Pick<Undo, 'refused'>) {
  const { t } = useTranslation();
  const format = useFormat();
  if (refused.length === 0) return null;
  return (
    <section className="undo-many__section">
      <h3>{t('undo.many.refused')}</h3>
      <ul className="undo-many__reasons">
        {refused.map(({ code, count }) => (
          <li key={code}>
            <strong>{format.integer(count)}</strong>
            <span>{t(`undo.code.${code}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Listings with the price that comes back to each, or why it stays. */
export function UndoItems({ items }: { items: readonly UndoItem[] }) {
  return (
    <ul className="undo-many__items">
      {items.map((item, place) => (
        // A named update that no longer exists has no listing: its place is its key.
        <Item key={item.listingId ?? `gone ${place}`} item={item} />
      ))}
    </ul>
  );
}

const OUTCOMES = {
  restoring: { tone: 'info', icon: UndoIcon },
  restored: { tone: 'positive', icon: CheckmarkCircleIcon },
  failed: { tone: 'negative', icon: AlertCircleIcon },
  canceled: { tone: 'neutral', icon: RemoveCircleIcon },
} as const;

function Item({ item }: { item: UndoItem }) {
  const { t } = useTranslation();
  const { title, skuMarketplace, price, restorePrice, currencyCode, code, outcome } = item;
  return (
    <li>
      <span className="undo-many__listing">
        <span className="undo-many__title">{title ?? t('undo.many.unknown_listing')}</span>
        {skuMarketplace !== null && <span className="hint">{skuMarketplace}</span>}
      </span>
      <span className="undo-many__what">
        {code !== null ? (
          <span className="undo-many__refused">{t(`undo.code.${code}`)}</span>
        ) : price === null || restorePrice === null || currencyCode === null ? (
          MISSING
        ) : (
          <PriceChange oldPrice={price} newPrice={restorePrice} currencyCode={currencyCode} />
        )}
        <Notes item={item} />
        {outcome !== null && outcome !== 'refused' && (
          <StatusTag {...OUTCOMES[outcome]}>{t(`undo.many.outcome.${outcome}`)}</StatusTag>
        )}
      </span>
    </li>
  );
}

function Notes({ item }: { item: UndoItem }) {
  const { t } = useTranslation();
  const { updates, olderKept, belowCost, belowMinimum } = item;
  const notes = [
    ...(updates > 1 ? [t('undo.many.updates', { count: updates })] : []),
    ...(olderKept > 0 ? [t('undo.many.older_kept', { count: olderKept })] : []),
    ...(belowCost ? [t('undo.many.is_below_cost')] : []),
    ...(belowMinimum ? [t('undo.many.is_below_minimum')] : []),
  ];
  return notes.length === 0 ? null : <span className="hint">{notes.join(' · ')}</span>;
}
