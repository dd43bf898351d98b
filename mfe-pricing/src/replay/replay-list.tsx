import { type BacktestRow, queryBacktests } from '@primazia/backend/pricing/contract';
import {
  Ago,
  AlertCircleIcon,
  CancelIcon,
  CheckmarkCircleIcon,
  ClockIcon,
  type Column,
  ListPage,
  MISSING,
  StatusTag,
  toListCall,
  useFormat,
  useListState,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useMemo } from 'react';
import { TwoLines } from '../list/columns.tsx';
import { USUAL_CURRENCY } from '../rule/fields.ts';
import { ruleSentence } from '../rule/sentence.ts';
import { toValues } from '../rule/values.ts';

const LOOK: Readonly<
  Record<BacktestRow['state'], Pick<ComponentProps<typeof StatusTag>, 'tone' | 'icon'>>
> = {
  queued: { tone: 'info', icon: ClockIcon },
  running: { tone: 'info', icon: ClockIcon },
  done: { tone: 'positive', icon: CheckmarkCircleIcon },
  canceled: { tone: 'neutral', icon: CancelIcon },
  failed: { tone: 'negative', icon: AlertCircleIcon },
};
const LIST = {};

/** The replays of before, the newest first. */
export function ReplayList() {
  const { t } = useTranslation();
  const format = useFormat();
  const list = useListState(LIST);
  const result = useQueryCall(queryBacktests, { query: toListCall(list.state).query });
  const columns = useMemo(
    (): Column<BacktestRow>[] => [
      {
        id: 'rule',
        header: t('replay.column.rule'),
        width: 380,
        cell: (replay) => {
          const { rule, ruleName, ads, title } = replay;
          const sentence =
            rule === null
              ? t('replay.unreadable')
              : ruleSentence(t, format, toValues({ ...rule, name: '' }), {
                  currencyCode: replay.currencyCode ?? USUAL_CURRENCY,
                  minimum: null,
                });
          return (
            <span className="rules__name">
              <Link to="/simulacao-de-regras" search={{ id: replay.id }}>
                {ruleName ?? sentence}
              </Link>
              {ruleName !== null && <span className="two-lines__small">{sentence}</span>}
              {/* The rule of one ad is mostly called like it. */}
              {ads === 1 && title !== null && title !== ruleName && (
                <span className="two-lines__small">{title}</span>
              )}
            </span>
          );
        },
      },
      {
        id: 'state',
        header: t('replay.column.state'),
        cell: ({ state }) => <StatusTag {...LOOK[state]}>{t(`replay.state.${state}`)}</StatusTag>,
      },
      {
        id: 'ads',
        header: t('rules.column.ads'),
        numeric: true,
        cell: ({ ads }) => format.integer(ads),
      },
      {
        id: 'days',
        header: t('replay.days'),
        cell: ({ days }) => t('replay.last_days', { count: days }),
      },
      {
        id: 'winning',
        header: t('replay.figure.winningShare'),
        numeric: true,
        cell: ({ figures }) => {
          const ours = figures?.draft.winningShare ?? null;
          const done = figures?.done.winningShare ?? null;
          if (ours === null) return MISSING;
          const by = done === null ? null : ours - done;
          return (
            <span className="two-lines">
              <span>{format.percent(ours)}</span>
              {by !== null && (
                <span className="two-lines__small">
                  {format.signedPoints(by)} {t('replay.than_done')}
                </span>
              )}
            </span>
          );
        },
      },
      {
        id: 'startedBy',
        header: t('replay.column.by'),
        cell: ({ startedBy, createdAt }) => (
          <TwoLines small={<Ago at={createdAt} />}>{startedBy ?? MISSING}</TwoLines>
        ),
      },
    ],
    [t, format],
  );
  return (
    <ListPage
      id="replays"
      isPart
      title={t('replay.earlier')}
      list={list}
      result={result}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ id }) => t('replay.numbered', { id })}
      live={['backtests']}
      empty={{ title: t('replay.none'), text: t('replay.none_text') }}
    />
  );
}
