import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { failureText } from './failure-text.ts';

/** Why a price changes, in two lines: the event, and the failure, the competitor or the limit that held it. */
export function Reason({ update }: { update: PriceUpdate }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { failure, rivalName, rivalPrice, currencyCode } = update;
  const against = () =>
    rivalPrice === null
      ? t(`update.tag.${update.priceTags}`)
      : t('update.against', {
          rival: rivalName ?? t('kit:seller.unnamed'),
          price: format.money(rivalPrice, currencyCode),
        });
  const detail = failure === null ? against() : failureText(t, failure);
  return (
    <span className="pz-two-lines reason">
      <span>{t(`update.event.${update.eventType}`)}</span>
      <span className={failure === null ? 'pz-two-lines-small' : 'reason__failure'} title={detail}>
        {detail}
      </span>
    </span>
  );
}
