import { type BacktestRow, queryBacktests } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { type Column, ListPage, useListCall } from '@primazia/kit/list';
import { Ago, TwoLines } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { WorkStateTag } from '../long-work/work-progress.tsx';
import { USUAL_CURRENCY } from '../rule/fields.ts';
import { ruleSentence } from '../rule/sentence.ts';
import { toValues } from '../rule/values.ts';

/** Earlier backtests, the newest first. */
export function BacktestList() {
  const { t } = useTranslation();
  const format = useFormat();
  const columns = useMemo(
    (): Column<BacktestRow>[] => [
      {
        id: 'rule',
        header: t('backtest.column.rule'),
        width: 380,
        cell: (backtest) => {
          const { rule, ruleName, ads, title } = backtest;
          const sentence =
            rule === null
              ? t('backtest.unreadable')
              : ruleSentence(t, format, toValues({ ...rule, name: '' }), {
                  currencyCode: backtest.currencyCode ?? USUAL_CURRENCY,
                  minimum: null,
                });
          return (
            <span className="rules__name">
              <Link to="/simulacao-de-regras" search={{ id: backtest.id }}>
                {ruleName ?? sentence}
              </Link>
              {ruleName !== null && <span className="pz-two-lines-small">{sentence}</span>}
              {/* A rule of one listing mostly has the listing's name. */}
              {ads === 1 && title !== null && title !== ruleName && (
                <span className="pz-two-lines-small">{title}</span>
              )}
            </span>
          );
        },
      },
      {
        id: 'state',
        header: t('backtest.column.state'),
        cell: ({ state }) => <WorkStateTag state={state} />,
      },
      {
        id: 'ads',
        header: t('rules.column.listings'),
        numeric: true,
        cell: ({ ads }) => format.integer(ads),
      },
      {
        id: 'days',
        header: t('backtest.days'),
        cell: ({ days }) => t('backtest.last_days', { count: days }),
      },
      {
        id: 'winning',
        header: t('backtest.figure.winningShare'),
        numeric: true,
        cell: ({ figures }) => {
          const ours = figures?.draft.winningShare ?? null;
          const done = figures?.done.winningShare ?? null;
          if (ours === null) return MISSING;
          const by = done === null ? null : ours - done;
          return (
            <span className="pz-two-lines">
              <span>{format.percent(ours)}</span>
              {by !== null && (
                <span className="pz-two-lines-small">
                  {format.signedPoints(by)} {t('backtest.than_done')}
                </span>
              )}
            </span>
          );
        },
      },
      {
        id: 'startedBy',
        header: t('backtest.column.by'),
        cell: ({ startedBy, createdAt }) => (
          <TwoLines small={<Ago at={createdAt} />}>{startedBy ?? MISSING}</TwoLines>
        ),
      },
    ],
    [t, format],
  );
  const { shown } = useListCall(queryBacktests, { columns });
  return (
    <ListPage
      // Saved views know the list by this name.
      id="replays"
      isPart
      title={t('backtest.earlier')}
      {...shown}
      rowId={({ id }) => id}
      rowLabel={({ id }) => t('backtest.numbered', { id })}
      live={['backtests']}
      empty={{ title: t('backtest.none'), text: t('backtest.none_text') }}
    />
  );
}
