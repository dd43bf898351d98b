import type { SyncProgress } from '@primazia/backend/catalog/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { ProgressBar } from '@primazia/kit/ui';

export const isUnderWay = (sync: SyncProgress | null): sync is SyncProgress =>
  sync !== null && (sync.state === 'waiting' || sync.state === 'running');

/** The progress of fetching an account's listings, while it runs. */
export function SyncLine({ sync }: { sync: SyncProgress | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!isUnderWay(sync)) return null;
  const { state, found, taken } = sync;
  const isCounted = state === 'running' && found !== null && found > 0;
  const doing = state === 'waiting' ? 'waiting' : isCounted ? 'fetching' : 'counting';
  const values = { taken: format.integer(taken), found: format.integer(found ?? 0) };
  return (
    <ProgressBar
      label={t(`accounts.sync.${doing}`)}
      isIndeterminate={!isCounted}
      value={isCounted ? (Math.min(taken, found) / found) * 100 : 0}
      {...(isCounted ? { valueLabel: t('accounts.sync.progress', values) } : {})}
      width="100%"
    />
  );
}
