import type { MonitoredListing } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';

/** How many are shown in a row; the listing's market page has all of them. */
const SHOWN = 2;

/** What keeps a listing from the buybox in a few words each, the most important first. */
export function Tips({
  listing: { tips, currencyCode },
  isWhole = false,
}: {
  listing: Pick<MonitoredListing, 'tips' | 'currencyCode'>;
  /** All of them, in full. */
  isWhole?: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  if (tips.length === 0) return MISSING;
  const texts = tips.map(({ code, values }) =>
    t(`buybox.tip.${code}`, {
      amount: format.money(values.amount ?? null, currencyCode),
      reason: values.reason,
    }),
  );
  if (isWhole)
    return (
      <ul className="buybox-tips buybox-tips--whole">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    );
  return (
    <ul className="buybox-tips" title={texts.join(' · ')}>
      {texts.slice(0, SHOWN).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
