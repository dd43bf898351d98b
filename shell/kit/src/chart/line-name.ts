import { useTranslation } from '../i18n/i18n.ts';
import type { TimelineLine } from './timeline.ts';

/** Names of lines: ours, the rule's, those of competitors by their own, and of watched pages by what they sell. */
export function useLineName(): (line: TimelineLine) => string {
  const { t } = useTranslation('kit');
  return ({ kind, name, number }) => {
    if (kind === 'rival') return name ?? t('seller.unnamed_number', { number });
    return kind === 'watched'
      ? t('chart.timeline.line.watched', { name: name ?? number })
      : t(`chart.timeline.line.${kind}`);
  };
}
