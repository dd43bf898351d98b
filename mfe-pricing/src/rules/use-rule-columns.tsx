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

interface OfRule {
  rule: RuleRow;
}

const paramsOf = (rule: RuleRow) => ({ ruleId: String(rule.id) });

/** The rule as a sentence, with its own amounts. */
function RuleSentence({ rule }: OfRule) {
  const { t } = useTranslation();
  const format = useFormat();
  return ruleSentence(t, format, toValues(rule), {
    currencyCode: rule.currencyCode ?? USUAL_CURRENCY,
    minimum: null,
  });
}

/** Its name, and under it the rule as a sentence. */
function NameOfRule({ rule }: OfRule) {
  return (
    <span className="rules__name">
      <Link to={PATH} params={paramsOf(rule)}>
        {rule.name}
      </Link>
      <span className="two-lines__small">
        <RuleSentence rule={rule} />
      </span>
    </span>
  );
}

/** How many ads it prices, on the way to them. */
function AdCount({ rule }: OfRule) {
  const format = useFormat();
  const ads = format.integer(rule.ads);
  if (rule.ads === 0) return ads;
  return (
    <Link className="rules__count" to={PATH} params={paramsOf(rule)} search={{ aba: 'anuncios' }}>
      {ads}
    </Link>
  );
}

function LimitsOfRule({ rule }: OfRule) {
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

/** Without a minimum no price changes on its own, whatever the rule says of approval. */
const asksFirst = ({ requiresApproval, minimumBy, minPrice }: RuleRow) =>
  requiresApproval || (minimumBy === 'AMOUNT' && minPrice === null);

/** The columns of the rules; the same ones for as long as the language stays. */
export function useRuleColumns(): Column<RuleRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('rules.column.name'),
        help: 'rule',
        orderBy: 'name',
        width: 300,
        cell: (rule) => <NameOfRule rule={rule} />,
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
        cell: (rule) => <AdCount rule={rule} />,
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
        cell: (rule) => t(asksFirst(rule) ? 'rules.asks_first' : 'rules.goes_alone'),
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
    ],
    [t],
  );
}
