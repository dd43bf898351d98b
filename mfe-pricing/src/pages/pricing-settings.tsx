import { getPricingSettings } from '@primazia/backend/pricing/contract';
import { useQueryCall, useTranslation } from '@primazia/kit';
import { ErrorState, Skeleton } from '@primazia/kit/ui';
import { CostsCard } from '../costs/costs-card.tsx';
import { SettingsForm } from '../settings/settings-form.tsx';
import { StopSwitch } from '../settings/stop-switch.tsx';

/** The pricing configuration of the company: what holds for all of its prices, the stop switch, and costs from a sheet. */
export function PricingSettingsPage() {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQueryCall(
    getPricingSettings,
    {},
    { staleTime: 0 },
  );
  return (
    <section className="settings">
      <h1>{t('settings.title')}</h1>
      <div className="settings__columns">
        {data !== undefined && isFetchedAfterMount ? (
          <SettingsForm
            settings={data}
            isStale={isFetching || error !== null}
            error={error}
            onRetry={refetch}
          />
        ) : error === null ? (
          <Skeleton rows={10} />
        ) : (
          <ErrorState error={error} onRetry={refetch} />
        )}
        <aside className="settings__side" aria-label={t('settings.side')}>
          <StopSwitch />
          <CostsCard />
        </aside>
      </div>
    </section>
  );
}
