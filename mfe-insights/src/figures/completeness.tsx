import type { IndicatorRow, Indicators } from '@primazia/backend/insights/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { Ago, ElsewhereLink } from '@primazia/kit/ui';

/** A range of days in words; one day alone is that day. */
export function useSpan(): (from: string, to: string) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (from, to) =>
    from === to
      ? format.date(from)
      : t('span.range', { from: format.date(from), to: format.date(to) });
}

interface CompletenessProps {
  answer: Indicators;
  row: IndicatorRow;
}

/** How complete and how old the data are, and what they are compared with. */
export function Completeness({ answer, row }: CompletenessProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const span = useSpan();
  const { days, accounts, ads, costs } = row.completeness;
  const { compared } = row;
  const isWhole =
    compared === null ||
    days.open +
      days.unknown +
      compared.completeness.days.open +
      compared.completeness.days.unknown ===
      0;
  return (
    <div className="completeness" role="note">
      <p>
        <strong>{span(answer.from, answer.to)}</strong>
        {compared !== null && ` ${t('span.compared', { span: span(compared.from, compared.to) })}`}
        {answer.timeZones.length > 0 &&
          ` · ${t('completeness.zone', { zones: answer.timeZones.join(', ') })}`}
      </p>
      <ul>
        <li>
          {row.readUntil === null ? (
            t('completeness.not_read')
          ) : (
            <>
              {t('completeness.read_until')} <Ago at={row.readUntil} />
            </>
          )}
        </li>
        {(['settled', 'settling', 'open', 'unknown'] as const).map(
          (state) =>
            days[state] > 0 && (
              <li key={state} data-state={state}>
                {t(`completeness.${state}`, { count: days[state] })}
              </li>
            ),
        )}
        {accounts.known < accounts.all && (
          <li data-state="unknown">
            {t('completeness.accounts', { known: accounts.known, count: accounts.all })}
          </li>
        )}
        {ads && ads.known < ads.all && (
          <li data-state="unknown">
            {t('completeness.ads', { known: ads.known, count: ads.all })}
          </li>
        )}
        {costs
          .filter(({ known, revenue }) => known < revenue)
          .map(({ currencyCode, known, revenue }) => (
            <li key={currencyCode} data-state="unknown">
              {t('completeness.costs', {
                share: format.percent(known / revenue),
                revenue: format.money(revenue, currencyCode),
              })}{' '}
              <ElsewhereLink to="/precificacao-automatica">
                {t('completeness.enter_costs')}
              </ElsewhereLink>
            </li>
          ))}
        {!isWhole && <li>{t('completeness.no_difference')}</li>}
      </ul>
    </div>
  );
}
