import { BuyboxStatus } from '@primazia/backend/kernel/market';
import {
  Competition,
  EventType,
  PriceTag,
  type PriceUpdate,
  UpdateState as State,
  Strategy,
} from '@primazia/backend/pricing/contract';
import {
  AdCell,
  Ago,
  BuyboxTag,
  type Column,
  MISSING,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { accountColumn, type Texts, TwoLines, wordsOf } from '../list/columns.tsx';
import { answerText } from './answer-text.ts';
import { PriceChange } from './price-change.tsx';
import { Reason } from './reason.tsx';
import { UpdateState } from './update-state.tsx';

export const ORDERABLE = [
  'title',
  'newPrice',
  'oldPrice',
  'createdAt',
  'lastUpdate',
  'ruleName',
  'state',
  'minPrice',
  'rivalPrice',
  'decidedBy',
  'sku',
];

/** The best of the other sellers, with its price. */
function Rival({ update: { rivalName, rivalPrice, currencyCode } }: { update: PriceUpdate }) {
  const format = useFormat();
  if (rivalName === null) return MISSING;
  return <TwoLines small={format.money(rivalPrice, currencyCode)}>{rivalName}</TwoLines>;
}

/** Between which prices the rule was to stay. */
function Limits({ update: { minPrice, maxPrice, currencyCode } }: { update: PriceUpdate }) {
  const format = useFormat();
  return (
    <span className="two-lines">
      <span>{format.money(minPrice, currencyCode)}</span>
      <span>{format.money(maxPrice, currencyCode)}</span>
    </span>
  );
}

/** What stands in the list until somebody chooses otherwise. */
function columnsFromTheStart(t: Texts): Column<PriceUpdate>[] {
  return [
    {
      id: 'title',
      header: t('history.ad'),
      orderBy: 'title',
      width: 260,
      sheet: [{ field: 'title' }, { field: 'skuMarketplace', label: t('listings.code') }],
      cell: (update) => <AdCell listing={update} />,
    },
    {
      id: 'newPrice',
      header: t('history.price'),
      help: 'price_update',
      orderBy: 'newPrice',
      numeric: true,
      sheet: [
        { field: 'oldPrice', label: t('history.old_price') },
        { field: 'newPrice', label: t('history.new_price') },
      ],
      cell: (update) => <PriceChange {...update} />,
    },
    {
      id: 'state',
      header: t('history.state'),
      orderBy: 'state',
      sheet: [
        {
          field: 'state',
          words: wordsOf(State.options, (value) => t(`update.state.${value}`)),
        },
      ],
      cell: (update) => <UpdateState update={update} />,
    },
    {
      id: 'rule',
      header: t('history.rule'),
      help: 'rule',
      orderBy: 'ruleName',
      width: 150,
      sheet: [{ field: 'ruleName' }],
      cell: ({ ruleId, ruleName }) => (
        <Link className="history__rule" to="/regras-de-precificacao/$ruleId" params={{ ruleId }}>
          {ruleName}
        </Link>
      ),
    },
    {
      id: 'reason',
      header: t('history.reason'),
      sheet: [{ field: 'reason' }],
      cell: (update) => <Reason update={update} />,
    },
    {
      id: 'createdAt',
      header: t('history.created_at'),
      orderBy: 'createdAt',
      cell: (update) => <Ago at={update.createdAt} />,
    },
  ];
}

/** What is shown to those who ask for it. */
function columnsOnDemand(t: Texts): Column<PriceUpdate>[] {
  return [
    {
      id: 'lastUpdate',
      header: t('history.last_update'),
      orderBy: 'lastUpdate',
      cell: (update) => <Ago at={update.lastUpdate} />,
    },
    {
      id: 'decidedBy',
      header: t('history.decided_by'),
      orderBy: 'decidedBy',
      cell: ({ decidedBy }) => decidedBy ?? t('history.engine'),
    },
    {
      id: 'answer',
      header: t('history.answer'),
      width: 240,
      sheet: [{ field: 'failure' }],
      cell: (update) => answerText(t, update),
    },
    {
      id: 'eventType',
      header: t('history.event'),
      sheet: [
        {
          field: 'eventType',
          words: wordsOf(EventType.options, (value) => t(`update.event.${value}`)),
        },
      ],
      cell: ({ eventType }) => t(`update.event.${eventType}`),
    },
    {
      id: 'priceTags',
      header: t('history.price_tag'),
      sheet: [
        {
          field: 'priceTags',
          words: wordsOf(PriceTag.options, (value) => t(`update.tag.${value}`)),
        },
      ],
      cell: ({ priceTags }) => t(`update.tag.${priceTags}`),
    },
    {
      id: 'strategy',
      header: t('rule.strategy.label'),
      help: 'strategy',
      sheet: [
        {
          field: 'strategy',
          words: wordsOf(Strategy.options, (value) => t(`rule.strategy.${value}`)),
        },
        {
          field: 'rankingType',
          label: t('rule.competition.label'),
          words: wordsOf(Competition.options, (value) => t(`rule.competition.${value}`)),
        },
      ],
      cell: ({ strategy, rankingType }) => (
        <TwoLines small={t(`rule.competition.${rankingType}`)}>
          {t(`rule.strategy.${strategy}`)}
        </TwoLines>
      ),
    },
    {
      id: 'rival',
      header: t('history.rival'),
      help: 'best_rival',
      orderBy: 'rivalPrice',
      sheet: [{ field: 'rivalName' }, { field: 'rivalPrice', label: t('history.rival_price') }],
      cell: (update) => <Rival update={update} />,
    },
    {
      id: 'limits',
      header: t('history.limits'),
      help: 'limits',
      orderBy: 'minPrice',
      numeric: true,
      sheet: [
        { field: 'minPrice', label: t('rule.min_price') },
        { field: 'maxPrice', label: t('rule.max_price') },
      ],
      cell: (update) => <Limits update={update} />,
    },
    {
      id: 'rankingStatus',
      header: t('history.buybox'),
      help: 'buybox',
      sheet: [
        {
          field: 'rankingStatus',
          words: wordsOf(BuyboxStatus.options, (value) => t(`kit:buybox.${value}`)),
        },
      ],
      cell: ({ rankingStatus }) => <BuyboxTag status={rankingStatus} />,
    },
    {
      id: 'sku',
      header: 'SKU',
      orderBy: 'sku',
      cell: ({ sku }) => sku ?? MISSING,
    },
    accountColumn(t),
  ];
}

/** The columns of the history; the very same ones for as long as the language stays, so that rows are drawn once. */
export function useHistoryColumns(): Column<PriceUpdate>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      ...columnsFromTheStart(t),
      ...columnsOnDemand(t).map((column) => ({ ...column, hidden: true })),
    ],
    [t],
  );
}
