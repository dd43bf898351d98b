import type { FirstRun } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import {
  ActionButton,
  CheckmarkCircleIcon,
  CloseIcon,
  ElsewhereLink,
  ProgressBar,
} from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { type Step, stepsOf } from './steps.ts';

interface FirstRunCardProps {
  facts: FirstRun;
  onPutAway: () => void;
}

/** The way to the first automatic price: what is done, and the one next step. */
export function FirstRunCard({ facts, onPutAway }: FirstRunCardProps) {
  const { t } = useTranslation();
  const steps = stepsOf(facts);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone)?.step;
  const progress = t('first_run.progress', { done, total: steps.length });
  return (
    <section className="first-run" aria-labelledby="first-run-title">
      <header>
        <h2 id="first-run-title">{t('first_run.title')}</h2>
        <ProgressBar
          aria-label={t('first_run.title')}
          value={(done / steps.length) * 100}
          valueLabel={progress}
          showValueLabel={false}
          width="100%"
        />
        <span className="hint" aria-hidden="true">
          {progress}
        </span>
        <ActionButton isQuiet aria-label={t('first_run.put_away')} onPress={onPutAway}>
          <CloseIcon />
        </ActionButton>
      </header>
      <ol>
        {steps.map(({ step, isDone }) => (
          <li
            key={step}
            data-done={isDone || undefined}
            aria-current={step === next ? 'step' : undefined}
          >
            {isDone ? (
              <CheckmarkCircleIcon size="S" aria-label={t('first_run.done')} />
            ) : (
              <span className="first-run__open" aria-hidden="true" />
            )}
            <span>
              <span className="first-run__name">{t(`first_run.step.${step}`)}</span>
              {step === next && (
                <span className="first-run__next">
                  {t(`first_run.text.${textOf(step, facts)}`)}{' '}
                  <NextLink step={step} facts={facts} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {next === undefined && <p>{t('first_run.all_done')}</p>}
    </section>
  );
}

/** A step may be half taken. */
function textOf(step: Step, { hasAccount, hasRule }: FirstRun): string {
  if (step === 'account' && hasAccount) return 'account_syncing';
  if (step === 'activate' && hasRule) return 'activate_rule';
  return step;
}

/** Where the next step is taken. */
function NextLink({ step, facts }: { step: Step; facts: FirstRun }) {
  const { t } = useTranslation();
  switch (step) {
    case 'account':
      return (
        <ElsewhereLink to="/channel">
          {t(facts.hasAccount ? 'first_run.go.account_syncing' : 'first_run.go.account')}
        </ElsewhereLink>
      );
    case 'costs':
      return <Link to="/configuracao-de-precificacao">{t('first_run.go.costs')}</Link>;
    case 'try':
      return <Link to="/simulacao-de-regras">{t('first_run.go.try')}</Link>;
    case 'activate':
      return facts.hasRule ? (
        <Link to="/regras-de-precificacao">{t('first_run.go.activate_rule')}</Link>
      ) : (
        <Link to="/precificacao-automatica" search={{ tab: 'no_rule' }}>
          {t('first_run.go.activate')}
        </Link>
      );
  }
}
