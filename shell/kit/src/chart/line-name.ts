import { useTranslation } from '../i18n/i18n.ts';
import type { TimelineLine } from './timeline.ts';

/** Names of lines: ours, the rule's, and those of competitors by their own. */
export function useLineName(): (line: TimelineLine) => string {
  const { t } = useTranslation('kit');
  return (line) =>
    line.kind === 'rival'
      ? (line.name ?? t('seller.unnamed_number', { number: line.number }))
      : t(`chart.timeline.line.${line.kind}`);
}
