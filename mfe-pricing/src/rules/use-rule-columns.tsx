import {
  Competition,
  RuleOrigin,
  type RuleRow,
  RuleStatus,
} from '@primazia/backend/pricing/contract';
import { Ago, type Column, MISSING, useFormat, useTranslation } from '@primazia/kit';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { wordsOf } from '../list/columns.tsx';
import { USUAL_CURRENCY } from '../rule/fields.ts';
import { RuleStatusTag } from '../rule/rule-cell.tsx';
import { ruleSentence } from '../rule/sentence.ts';
import { toValues } from '../rule/values.ts';

const PATH = '/regras-de-precificacao/$ruleId';

/** The rule as a sentence, with its own amounts. */
function RuleSentence({ rule }: { rule: RuleRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  return ruleSentence(t, format, toValues(rule), {
    currencyCode: rule.currencyCode ?? USUAL_CURRENCY,
    minimum: null,
  });
}

function LimitsOfRule({ rule }: { rule: RuleRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { minimumBy, minimumPercent, minPrice, maxPrice, currencyCode } = rule;
  const money = (amount: number | null) => format.money(amount, currencyCode ?? USUAL_CURRENCY);
  if (minimumBy === 'AMOUNT' && minPrice === null && maxPrice === null) return MISSING;
  return (
    <span className="two-lines">
      <span>
        {minimumBy === 'AMOUNT'
          ? money(minPrice)
          : t(`rules.minimum.${minimumBy}`, {
              percent: format.exactPercent((minimumPercent ?? 0) / 100),
            })}
      </span>
      <span>{money(maxPrice)}</span>
    </span>
  );
}

/** The columns of the rules; the same ones for as long as the language stays. */
export function useRuleColumns(): Column<RuleRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const params = (rule: RuleRow) => ({ ruleId: String(rule.id) });
    return [
      {
        id: 'name',
        header: t('rules.column.name'),
        help: 'rule',
        orderBy: 'name',
        width: 300,
        cell: (rule) => (
          <span className="rules__name">
            <Link to={PATH} params={params(rule)}>
              {rule.name}
            </Link>
            <span className="two-lines__small">
              <RuleSentence rule={rule} />
            </span>
          </span>
        ),
      },
      {
        id: 'status',
        header: t('rules.column.status'),
        orderBy: 'status',
        sheet: [
          {
            field: 'status',
            words: wordsOf(RuleStatus.options, (value) => t(`rule.status.${value}`)),
          },
        ],
        cell: ({ status }) => (
          <span className="two-lines">
            <RuleStatusTag status={status} />
            {status === 'paused' && (
              <span className="two-lines__small">{t('rules.why_paused')}</span>
            )}
          </span>
        ),
      },
      {
        id: 'ads',
        header: t('rules.column.ads'),
        orderBy: 'ads',
        numeric: true,
        cell: (rule) =>
          rule.ads === 0 ? (
            format.integer(0)
          ) : (
            <Link
              className="rules__count"
              to={PATH}
              params={params(rule)}
              search={{ aba: 'anuncios' }}
            >
              {format.integer(rule.ads)}
            </Link>
          ),
      },
      {
        id: 'limits',
        header: t('pricing.limits'),
        help: 'limits',
        orderBy: 'minPrice',
        numeric: true,
        sheet: [
          { field: 'minPrice', label: t('rule.min_price') },
          { field: 'maxPrice', label: t('rule.max_price') },
        ],
        cell: (rule) => <LimitsOfRule rule={rule} />,
      },
      {
        id: 'competition',
        header: t('rules.column.competition'),
        help: 'strategy',
        orderBy: 'competition',
        sheet: [
          {
            field: 'competition',
            words: wordsOf(Competition.options, (value) => t(`rules.competition.${value}`)),
          },
        ],
        cell: ({ competition }) => t(`rules.competition.${competition}`),
      },
      {
        id: 'requiresApproval',
        header: t('rules.column.approval'),
        help: 'approval',
        orderBy: 'requiresApproval',
        sheet: [
          {
            field: 'requiresApproval',
            words: { true: t('rules.asks_first'), false: t('rules.goes_alone') },
          },
        ],
        cell: ({ requiresApproval, minimumBy, minPrice }) =>
          // Without a minimum no price changes on its own, whatever the rule says of approval.
          t(
            requiresApproval || (minimumBy === 'AMOUNT' && minPrice === null)
              ? 'rules.asks_first'
              : 'rules.goes_alone',
          ),
      },
      {
        id: 'origin',
        header: t('rules.column.origin'),
        help: 'group_rule',
        orderBy: 'origin',
        sheet: [
          {
            field: 'origin',
            words: wordsOf(RuleOrigin.options, (value) => t(`rules.origin.${value}`)),
          },
        ],
        cell: ({ origin }) => t(`rules.origin.${origin}`),
      },
      {
        id: 'updatedAt',
        header: t('rules.column.updated_at'),
        orderBy: 'updatedAt',
        cell: ({ updatedAt }) => <Ago at={updatedAt} />,
      },
      {
        id: 'createdAt',
        header: t('rules.column.created_at'),
        orderBy: 'createdAt',
        hidden: true,
        cell: ({ createdAt }) => <Ago at={createdAt} />,
      },
    ];
  }, [t, format]);
}
