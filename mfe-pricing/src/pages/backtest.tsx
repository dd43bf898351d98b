import { useFocusKept, useTranslation } from '@primazia/kit';
import { ActionButton, AddIcon, Text } from '@primazia/kit/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { BacktestList } from '../backtest/backtest-list.tsx';
import { BacktestStart } from '../backtest/backtest-start.tsx';
import { BacktestView } from '../backtest/backtest-view.tsx';

/** Runs a rule on the recorded markets; `id` in the address shows one backtest, `regra` chooses a rule. */
export function BacktestPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id, regra } = useSearch({ strict: false }) as { id?: number; regra?: number };
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusKept(heading);
  return (
    <section className="rule-page">
      {id !== undefined && (
        <nav className="rule-page__crumbs" aria-label={t('rules.crumbs')}>
          <Link to="/simulacao-de-regras">{t('backtest.page_title')}</Link>
        </nav>
      )}
      <header className="rule-page__head">
        <h1 ref={heading} tabIndex={-1}>
          {id === undefined ? t('backtest.page_title') : t('backtest.numbered', { id })}
        </h1>
        {id !== undefined && (
          <div className="rule-page__actions">
            <ActionButton onPress={() => void navigate({ to: '/simulacao-de-regras' })}>
              <AddIcon />
              <Text>{t('backtest.new')}</Text>
            </ActionButton>
          </div>
        )}
      </header>
      {id === undefined ? (
        <>
          <BacktestStart key={regra} ruleId={regra} />
          <BacktestList />
        </>
      ) : (
        <BacktestView key={id} id={id} />
      )}
    </section>
  );
}
