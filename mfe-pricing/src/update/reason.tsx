import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { codeText, useFormat, useTranslation } from '@primazia/kit';

/** Why a price moves, in two lines: the occasion, and what failed, whom it met or which limit held. */
export function Reason({ update }: { update: PriceUpdate }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { failure, rivalName, rivalPrice, currencyCode } = update;
  const against = () =>
    rivalName === null
      ? t(`update.tag.${update.priceTags}`)
      : t('update.against', { rival: rivalName, price: format.money(rivalPrice, currencyCode) });
  const detail = failure === null ? against() : codeText(t, failure.code, {}, failure.message);
  return (
    <span className="two-lines reason">
      <span>{t(`update.event.${update.eventType}`)}</span>
      <span className={failure === null ? 'two-lines__small' : 'reason__failure'} title={detail}>
        {detail}
      </span>
    </span>
  );
}
