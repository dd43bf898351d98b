import { accounts } from '@primazia/backend/catalog/contract';
import { useQueryCall, useTranslation } from '@primazia/kit';
import { ElsewhereLink, EmptyState, ErrorState, Skeleton } from '@primazia/kit/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { NextAdvice } from '../advice/next.tsx';
import { AdsTab } from '../dashboard/ads-tab.tsx';
import { MonitoringTab } from '../dashboard/monitoring-tab.tsx';
import { PricingTab } from '../dashboard/pricing-tab.tsx';
import { SummaryTab } from '../dashboard/summary-tab.tsx';
import { type Question, useQuestion } from '../question/question.ts';
import { QuestionBar } from '../question/question-bar.tsx';

export const TABS = ['summary', 'pricing', 'monitoring', 'ads', 'advice'] as const;
type Tab = (typeof TABS)[number];

const PANELS = {
  summary: SummaryTab,
  pricing: PricingTab,
  monitoring: MonitoringTab,
  ads: AdsTab,
} as const;

/** What happened in the company, in tabs. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueryCall(accounts, {});
  return (
    <section className="insights">
      <h1>{t('dashboard.title')}</h1>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={8} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState
          kind="nothing-yet"
          title={t('dashboard.empty')}
          text={t('dashboard.empty_text')}
          action={<ElsewhereLink to="/channel">{t('dashboard.connect')}</ElsewhereLink>}
        />
      ) : (
        <Tabs />
      )}
    </section>
  );
}

function Tabs() {
  const { t } = useTranslation();
  const { tab: chosen = 'summary' } = useSearch({ strict: false }) as { tab?: Tab };
  const question = useQuestion();
  return (
    <>
      <nav className="tabs" aria-label={t('dashboard.tabs')}>
        {TABS.map((tab) => (
          <Link
            key={tab}
            to="/dashboard"
            search={(before: object) => ({
              ...before,
              tab: tab === 'summary' ? undefined : tab,
            })}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          >
            {t(`dashboard.tab.${tab}`)}
          </Link>
        ))}
      </nav>
      {chosen === 'advice' ? <NextAdvice /> : <Figures tab={chosen} question={question} />}
    </>
  );
}

/** The figures of the chosen days. */
function Figures({ tab, question }: { tab: Exclude<Tab, 'advice'>; question: Question }) {
  const Panel = PANELS[tab];
  return (
    <>
      <QuestionBar question={question} />
      <Panel question={question} />
    </>
  );
}
