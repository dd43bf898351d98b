import { useFormat, useTranslation } from '@primazia/kit';
import { ClockIcon, StatusTag } from '@primazia/kit/ui';

/** A price that waits because of the company's limits of how often one changes, and until when. */
export function HeldTag({ until }: { until: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <StatusTag tone="notice" icon={ClockIcon}>
      {t('pricing.held_until', { time: format.dateTime(until) })}
    </StatusTag>
  );
}
