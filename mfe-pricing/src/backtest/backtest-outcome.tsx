import type { Backtest } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { Content, EmptyState, Heading, InlineAlert } from '@primazia/kit/ui';
import { BacktestReportView } from './backtest-report.tsx';

/** The outcome of a finished backtest. */
export function BacktestOutcome({ backtest }: { backtest: Backtest }) {
  const { t } = useTranslation();
  if (backtest.state === 'canceled') {
    return (
      <p className="muted" role="status">
        {t('backtest.canceled')}
      </p>
    );
  }
  if (backtest.state === 'failed' || backtest.report === null) {
    return (
      <InlineAlert variant="negative" autoFocus>
        <Heading>{t('backtest.failed')}</Heading>
        <Content>{t('backtest.failed_text')}</Content>
      </InlineAlert>
    );
  }
  if (backtest.report.snapshots === 0) {
    return (
      <EmptyState
        kind="nothing-found"
        title={t('backtest.empty')}
        text={t('backtest.empty_text')}
      />
    );
  }
  return <BacktestReportView id={backtest.id} report={backtest.report} />;
}
