import '../styles/test-page.css';
import { accounts } from '@primazia/backend/catalog/contract';
import { health } from '@primazia/backend/platform/contract';
import { useMarketplaces, useQueryCall, useTranslation } from '@primazia/kit';
import { AlertCircleIcon, CheckmarkCircleIcon, Skeleton } from '@primazia/kit/ui';
import { useSnapshot } from 'valtio';
import { useTitle } from '../navigation/title.ts';
import { useShell } from '../shell-context.ts';
import { useSite } from '../site/use-site.ts';
import { NotFound } from './not-found-page.tsx';

/** The test page of the stage environment; elsewhere its address is not found. */
export function TestPage() {
  const site = useSite();
  if (site === null) return <Skeleton rows={8} />;
  return site.environment === 'stage' ? <Checks /> : <NotFound />;
}

/** What the pages of an installation depend on, and whether it works. */
function Checks() {
  const { t } = useTranslation();
  const { registry, list } = useSnapshot(useShell().modules.state);
  const { data: server } = useQueryCall(health, {});
  const { data: connected = [] } = useQueryCall(accounts, {});
  const marketplaces = useMarketplaces();
  useTitle(t('test_page.title'));

  const checks: { label: string; works: boolean; count?: number }[] = [
    { label: t('test_page.checks.api'), works: server !== undefined },
    { label: t('test_page.checks.database'), works: server?.database === true },
    { label: t('test_page.checks.queues'), works: server?.jobs === true },
    { label: t('test_page.checks.sections'), works: registry === 'ready', count: list.length },
    ...marketplaces.all.map(({ id, name: marketplace }) => {
      const count = connected.filter(({ marketplaceId }) => marketplaceId === id).length;
      const label = t('test_page.checks.accounts', { marketplace });
      return { label, works: count > 0, count };
    }),
  ];
  return (
    <div className="test-page">
      <h1>{t('test_page.title')}</h1>
      <p>{t('test_page.lead')}</p>
      <dl>
        {checks.map(({ label, works, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-works={works}>
              {works ? <CheckmarkCircleIcon size="S" /> : <AlertCircleIcon size="S" />}
              {count ?? t(`test_page.${works ? 'works' : 'fails'}`)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
