import type { ComparedMarket, Tip } from '@primazia/backend/monitoring/contract';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import { useFormat, useMarketplaces, useTranslation } from '@primazia/kit';
import {
  CheckmarkCircleIcon,
  Help,
  reputationWords,
  sayHours,
  useTypeName,
} from '@primazia/kit/ui';
import { useId } from 'react';

interface TipsProps {
  market: Pick<ComparedMarket, 'buybox' | 'tips'>;
  listing: Pick<PricedListing, 'currencyCode' | 'marketplaceId' | 'rule'>;
}

/** What keeps the listing from the buybox, the most important first. */
export function Tips({ market: { buybox, tips }, listing }: TipsProps) {
  const { t } = useTranslation();
  const id = useId();
  const isWinning = buybox?.status === 'WINNING';
  if (tips.length === 0 && !isWinning) return null;
  return (
    <section className="tips" aria-labelledby={id}>
      <span className="pz-with-help">
        <h3 id={id}>
          {t(isWinning ? 'competitors.tips.title_winning' : 'competitors.tips.title')}
        </h3>
        {isWinning ? (
          <span className="tips__won">
            <CheckmarkCircleIcon size="S" />
          </span>
        ) : (
          <Help term="buybox" />
        )}
      </span>
      {tips.length > 0 && (
        <ol>
          {tips.map((tip) => (
            <li key={tip.code}>
              <TipText tip={tip} listing={listing} />
              <RuleInTheWay tip={tip} listing={listing} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function TipText({
  tip: { code, values },
  listing: { currencyCode, marketplaceId },
}: { tip: Tip } & Pick<TipsProps, 'listing'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const marketplace = useMarketplaces().of(marketplaceId);
  const typeName = useTypeName();
  const word = (reported: string | null | undefined) =>
    code === 'reputation' ? reputationWords(t, reported ?? null) : typeName(reported);
  const text = t(`competitors.tips.${code}`, {
    amount: format.money(values.amount ?? null, currencyCode),
    price: format.money(values.price ?? null, currencyCode),
    time: sayHours(t, values.hours ?? 0),
    seller: values.seller ?? t('kit:seller.unnamed_in_sentence'),
    reason: values.reason,
    own: word(values.own),
    rival: word(values.rival),
    marketplace: marketplace?.name ?? '',
    context: marketplace?.gender ?? '',
  });
  return <span>{text.charAt(0).toUpperCase() + text.slice(1)}</span>;
}

/** Shows that the rule does not allow the price of a tip. */
function RuleInTheWay({ tip, listing }: { tip: Tip } & Pick<TipsProps, 'listing'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const minimum = listing.rule?.minPrice ?? null;
  const { price } = tip.values;
  if (minimum === null || price === undefined || price >= minimum) return null;
  const said = format.money(minimum, listing.currencyCode);
  return <span className="hint">{t('competitors.tips.below_minimum', { minimum: said })}</span>;
}
