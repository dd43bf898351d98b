import {
  AlertCircleIcon,
  AlertIcon,
  CheckmarkCircleIcon,
  ClockIcon,
  errorText,
  PauseIcon,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import { CHECKS, type Check, type Outcome, type Result } from './checks.ts';

const ICONS = {
  running: ClockIcon,
  ok: CheckmarkCircleIcon,
  notice: AlertIcon,
  failed: AlertCircleIcon,
  skipped: PauseIcon,
} as const satisfies Record<Outcome, unknown>;

function Row({ check, result }: { check: Check; result: Result | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const outcome = result?.outcome;
  const Icon = outcome === undefined ? null : ICONS[outcome];
  const written = { ms: format.integer, seconds: (value: number) => format.decimal(value, 1) };
  const values = Object.fromEntries(
    Object.entries(result?.values ?? {}).map(([name, value]) => [
      name,
      name === 'ms' || name === 'seconds' ? written[name](value) : value,
    ]),
  );
  return (
    <li className="trial-check" data-outcome={outcome ?? 'open'}>
      <div>
        <span className="trial-name">{t(`trial.checks.${check}.name`)}</span>
        <span className="trial-said">
          {outcome === undefined
            ? t(`trial.checks.${check}.about`)
            : t(`trial.checks.${check}.${outcome}`, {
                ...values,
                defaultValue: t(`trial.outcomes.${outcome}_text`),
              })}
          {result?.error ? ` ${errorText(t, result.error)}` : ''}
        </span>
      </div>
      {Icon !== null && (
        <span className="trial-outcome">
          <Icon size="S" aria-hidden="true" />
          {t(`trial.outcomes.${outcome}`)}
        </span>
      )}
    </li>
  );
}

/** What was tried, and what came of it. */
export function CheckList({ results }: { results: Partial<Record<Check, Result>> }) {
  return (
    <ul className="trial-checks">
      {CHECKS.map((check) => (
        <Row key={check} check={check} result={results[check]} />
      ))}
    </ul>
  );
}
