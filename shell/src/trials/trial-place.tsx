import { lazily, Skeleton } from '@primazia/kit';
import { NotFound } from '../pages/not-found-page.tsx';
import { useSite } from '../site/use-site.ts';

const WAITING = (
  <div className="module-wait">
    <Skeleton rows={8} />
  </div>
);

const TrialPage = lazily(
  async () => (await import(/* webpackChunkName: "trial" */ './trial-page.tsx')).TrialPage,
  WAITING,
);

/** The test page: in the stage environment alone. Elsewhere nothing stands at its address. */
export function TrialPlace() {
  const site = useSite();
  if (site === null) return WAITING;
  return site.environment === 'stage' ? <TrialPage /> : <NotFound />;
}
