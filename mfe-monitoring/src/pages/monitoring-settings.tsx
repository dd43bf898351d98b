import { alertSettings } from '@primazia/backend/monitoring/contract';
import { useQueryCall, useTranslation } from '@primazia/kit';
import { ElsewhereLink, ErrorState, Skeleton } from '@primazia/kit/ui';
import { SettingsForm } from '../settings/settings-form.tsx';

/** The company's settings of monitoring: its own brands, and its alerts. */
export function MonitoringSettingsPage() {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQueryCall(
    alertSettings,
    {},
    { staleTime: 0 },
  );
  return (
    <section className="monitoring-settings">
      <h1>{t('settings.title')}</h1>
      {data !== undefined && isFetchedAfterMount ? (
        <SettingsForm
          settings={data}
          isStale={isFetching || error !== null}
          error={error}
          onRetry={refetch}
        />
      ) : error === null ? (
        <Skeleton rows={6} />
      ) : (
        <ErrorState error={error} onRetry={refetch} />
      )}
      <p className="monitoring-settings__hint">
        <ElsewhereLink to="/notificacoes" className="monitoring-settings__link">
          {t('settings.own_choice')}
        </ElsewhereLink>
      </p>
    </section>
  );
}
