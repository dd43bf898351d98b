import type { PreviewAnswer, PricedListing } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { InfoIcon, LockClosedIcon, PauseIcon, StatusTag } from '@primazia/kit/ui';

type Translate = (key: string, values: Record<string, unknown>) => string;

/** Why a price stays, in a few words. */
export const keepText = (t: Translate, code: string | null): string =>
  t(`preview.keep.${code ?? 'other'}`, { defaultValue: t('preview.keep.other', {}) });

/** What blocks a price, or makes it wait for approval. */
export const stopText = (t: Translate, code: string): string =>
  t(`selection.stopped.${code}`, { defaultValue: keepText(t, code) });

interface VerdictProps {
  answer: Pick<PreviewAnswer, 'outcome' | 'code' | 'price'>;
  listing: Pick<PricedListing, 'price' | 'currencyCode'>;
}

/** What the engine would do, in a few words: the new price, or why it stays. */
export function Verdict({ answer, listing }: VerdictProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (answer.outcome === 'CHANGE' && answer.price !== null) {
    return (
      <span className="verdict">
        <strong>{format.money(answer.price, listing.currencyCode)}</strong>
        <span>{format.signedPercent((answer.price - listing.price) / listing.price)}</span>
      </span>
    );
  }
  if (answer.outcome === 'PAUSE_RULE') {
    return (
      <StatusTag tone="notice" icon={PauseIcon}>
        {t('preview.pause_rule')}
      </StatusTag>
    );
  }
  const blocked = answer.outcome === 'BLOCKED';
  return (
    <StatusTag tone={blocked ? 'notice' : 'neutral'} icon={blocked ? LockClosedIcon : InfoIcon}>
      {keepText(t, answer.code)}
    </StatusTag>
  );
}
