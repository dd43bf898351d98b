import { RULE_FIELDS, type RuleField, type RuleRow } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation, useWords } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import { Ago } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
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
      <span className="pz-two-lines-small">
        <RuleSentence rule={rule} />
      </span>
    </span>
  );
}

/** How many listings it prices, on the way to them. */
function ListingCount({ rule }: OfRule) {
  const format = useFormat();
  const count = format.integer(rule.ads);
  if (rule.ads === 0) return count;
  return (
    <Link className="rules__count" to={PATH} params={paramsOf(rule)} search={{ aba: 'anuncios' }}>
      {count}
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
    <span className="pz-two-lines">
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

/** Whether it is at work; of one that is paused also why. */
function StatusOfRule({ status }: Pick<RuleRow, 'status'>) {
  const { t } = useTranslation();
  return (
    <span className="pz-two-lines">
      <RuleStatusTag status={status} />
      {status === 'paused' && <span className="pz-two-lines-small">{t('rules.why_paused')}</span>}
    </span>
  );
}

/** Without a minimum every price change needs approval, whatever the rule's setting. */
const asksFirst = ({ requiresApproval, minimumBy, minPrice }: RuleRow) =>
  requiresApproval || (minimumBy === 'AMOUNT' && minPrice === null);

/** The columns and filters of the rules; referentially stable until the language changes. */
export function useRuleColumns(): ListDeclaration<RuleRow> {
  const { t } = useTranslation();
  const say = useWords();
  return useMemo(
    () =>
      declareList<RuleRow, RuleField>(RULE_FIELDS, [
        {
          field: 'name',
          label: say({ pt: 'Regra', en: 'Rule', es: 'Regla' }),
          help: 'rule',
          ordered: true,
          width: 300,
          cell: (rule) => <NameOfRule rule={rule} />,
        },
        {
          field: 'status',
          label: say({ pt: 'Situação', en: 'Status', es: 'Estado' }),
          valueName: (value) => t(`rule.status.${value}`),
          ordered: true,
          cell: ({ status }) => <StatusOfRule status={status} />,
        },
        {
          field: 'ads',
          label: t('rules.column.listings'),
          ordered: true,
          cell: (rule) => <ListingCount rule={rule} />,
        },
        {
          id: 'limits',
          label: t('pricing.limits'),
          help: 'limits',
          exports: ['minPrice', 'maxPrice'],
          orderBy: 'minPrice',
          numeric: true,
          cell: (rule) => <LimitsOfRule rule={rule} />,
        },
        {
          field: 'competition',
          label: say({ pt: 'Disputa', en: 'Competition', es: 'Competencia' }),
          valueName: (value) => t(`rules.competition.${value}`),
          help: 'strategy',
          ordered: true,
          cell: ({ competition }) => t(`rules.competition.${competition}`),
        },
        {
          field: 'requiresApproval',
          label: say({ pt: 'Aprovação', en: 'Approval', es: 'Aprobación' }),
          valueName: (value) => t(value === 'true' ? 'rules.asks_first' : 'rules.goes_alone'),
          help: 'approval',
          ordered: true,
          cell: (rule) => t(asksFirst(rule) ? 'rules.asks_first' : 'rules.goes_alone'),
        },
        {
          field: 'origin',
          label: say({ pt: 'Feita para', en: 'Made for', es: 'Hecha para' }),
          valueName: (value) => t(`rules.origin.${value}`),
          help: 'group_rule',
          ordered: true,
          cell: ({ origin }) => t(`rules.origin.${origin}`),
        },
        {
          field: 'updatedAt',
          label: say({ pt: 'Mudou', en: 'Changed', es: 'Cambió' }),
          ordered: true,
          cell: ({ updatedAt }) => <Ago at={updatedAt} />,
        },
        {
          field: 'createdAt',
          label: say({ pt: 'Criada', en: 'Created', es: 'Creada' }),
          ordered: true,
          hidden: true,
          cell: ({ createdAt }) => <Ago at={createdAt} />,
        },
        {
          field: 'strategy',
          label: t('rule.strategy.label'),
          valueName: (value) => t(`rule.strategy.${value}`),
          filter: { open: 1 },
        },
        {
          field: 'baseOn',
          label: t('field.baseOn.name'),
          valueName: (value) => t(`field.baseOn.values.${value}`),
        },
        {
          field: 'control',
          label: t('field.control.name'),
          valueName: (value) => t(`field.control.values.${value}`),
        },
        {
          field: 'minimumBy',
          label: t('rule.minimum.label'),
          valueName: (value) => t(`rule.minimum.${value}`),
        },
        { field: 'minPrice', label: t('field.minPrice.name') },
        { field: 'maxPrice', label: t('rule.max_price') },
      ]),
    [t, say],
  );
}
