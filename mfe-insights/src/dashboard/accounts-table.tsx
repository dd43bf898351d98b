import type { IndicatorRow } from '@primazia/backend/insights/contract';
import { reconciliation as reconcile, type reconciliation } from '@primazia/backend/sales/contract';
import { MISSING, useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import { Ago, ElsewhereLink, ScrollRegion } from '@primazia/kit/ui';
import type * as z from 'zod';
import { cellsOf } from '../figures/card.tsx';
import { useFigures } from '../figures/use-figures.ts';
import { type MetricName, useMetrics } from '../figures/use-metrics.ts';
import { writeValue } from '../figures/write.ts';
import type { Question } from '../question/question.ts';
import { Panel } from './panel.tsx';

const COLUMNS: readonly MetricName[] = ['revenue', 'orders', 'contributionShare', 'buyboxShare'];

type Reconciled = z.infer<typeof reconciliation.answer>;

/** How far the sales of an account are from the marketplace's own, in percent of those; null: no day has both. */
export function differenceOf({ days }: Reconciled, accountId: number): number | null {
  const both = days.filter((day) => day.accountId === accountId && day.difference !== null);
  const counted = both.reduce((sum, { marketplace }) => sum + (marketplace?.sales ?? 0), 0);
  const ours = both.reduce((sum, day) => sum + (day.ours?.sales ?? 0), 0);
  return counted === 0 ? null : (ours - counted) / counted;
}

/** Each account: what it sold, how old that is, and how far it is from the marketplace's own sums. */
export function AccountsTable({ question }: { question: Question }) {
  const { t } = useTranslation();
  const { metrics } = useMetrics();
  const result = useFigures(question, { metrics: COLUMNS, groupBy: 'account' });
  const { from, to } = question.range;
  const { data: reconciled } = useQueryCall(reconcile, { query: { from, to } });
  return (
    <section>
      <h2>{t('accounts.title')}</h2>
      <Panel result={result} rows={4}>
        {({ rows }) => (
          <ScrollRegion label={t('accounts.title')}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('accounts.account')}</th>
                  {COLUMNS.map((name) => (
                    <th key={name} scope="col" className="table__figure">
                      {metrics?.get(name)?.label}
                    </th>
                  ))}
                  <th scope="col">{t('accounts.read')}</th>
                  <th scope="col" className="table__figure">
                    {t('accounts.difference')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <AccountRow key={row.group?.id} row={row} reconciled={reconciled} />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        )}
      </Panel>
      <p className="figure__note">{t('accounts.difference_note')}</p>
    </section>
  );
}

function AccountRow({
  row,
  reconciled,
}: {
  row: IndicatorRow;
  reconciled: Reconciled | undefined;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { metrics } = useMetrics();
  const { group, cells, readUntil } = row;
  if (group === null) return null;
  return (
    <tr>
      <th scope="row">
        {group.name}
        <span className="figure__note">{format.marketplace(group.marketplaceId)}</span>
      </th>
      {COLUMNS.map((name) => (
        <td key={name} className="table__figure">
          {cellsOf(cells, name).map(({ currencyCode, value, isSmall }) => (
            <span key={currencyCode} className="table__value" data-small={isSmall}>
              {writeValue(format, metrics?.get(name)?.unit ?? 'count', value, currencyCode)}
            </span>
          ))}
        </td>
      ))}
      <td>{readUntil === null ? t('accounts.not_read') : <Ago at={readUntil} />}</td>
      <td className="table__figure">
        {reconciled === undefined
          ? MISSING
          : format.signedPercent(differenceOf(reconciled, group.id))}
        <ElsewhereLink to={`/channel/${group.id}/sales`} className="table__more">
          {t('accounts.by_day', { account: group.name })}
        </ElsewhereLink>
      </td>
    </tr>
  );
}
