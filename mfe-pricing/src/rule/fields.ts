// The fields of a rule as its form holds them: those of the table of rule fields, and what special controls make of them.
import type { PageTraits } from '@primazia/backend/integrations/contract';
import {
  type Competition,
  type FieldKind,
  kindOf,
  type MinimumBy,
  RULE_TABLE,
  type RuleBody,
  type RuleKey,
  ruleField,
  Strategy,
} from '@primazia/backend/pricing/contract';
import type { Term } from '@primazia/kit/ui';

/** The strategies, competitions and kinds of minimum, in the order in which the form offers them. */
export const STRATEGIES: readonly Strategy[] = Strategy.options;
export const COMPETITIONS: readonly Competition[] = ['BUYBOX', 'EXTERNAL', 'ACOS', 'ROAS'];
export const MINIMUMS: readonly MinimumBy[] = ['AMOUNT', 'MARGIN', 'RETURN'];
/** A rule without a listing has no currency of its own: its amounts are shown in this one. */
export const USUAL_CURRENCY = 'BRL';
/** What a rule may look at where a listing is sold: not at the buybox of a marketplace that has none, or does not report it. */
export const competitionsAt = (
  traits: Pick<PageTraits, 'hasBuybox' | 'reportsCompetitors'> | undefined,
) => {
  const isSeen = traits?.hasBuybox !== false && traits?.reportsCompetitors !== false;
  return COMPETITIONS.filter((value) => value !== 'BUYBOX' || isSeen);
};
/** The value that means all marketplaces, among the ids of single ones. */
export const EVERYWHERE = 'ALL';

interface Control {
  /** The key of its label. */
  label: string;
  kind: FieldKind | 'text' | 'marketplace' | 'sellers';
  /** The key of the texts of its values. */
  words?: string;
  /** A rule cannot do without, where it means something. */
  isNeeded?: true;
}

/** Fields that no single standard control asks for, with the controls that do. */
const SPECIAL = {
  status: { isActive: { label: 'field.status.name', kind: 'flag' } },
  adjustment: {
    adjustmentType: {
      label: 'rule.adjustment.label',
      kind: 'word',
      words: 'rule.adjustment',
    },
    adjustmentAmount: { label: 'field.adjustment.name', kind: 'money', isNeeded: true },
    adjustmentPercent: { label: 'rule.adjustment.percent', kind: 'percent', isNeeded: true },
  },
  minimumPercent: {
    minimumPercent: { label: 'field.minimumPercent.name', kind: 'percent', isNeeded: true },
  },
  allMarketplaces: {},
  marketplaceId: { marketplace: { label: 'field.marketplaceId.name', kind: 'marketplace' } },
  buyboxExceptions: { exceptions: { label: 'field.buyboxExceptions.name', kind: 'sellers' } },
  outsideBuyboxExceptions: {},
  warGuard: {
    hasWarGuard: { label: 'field.warGuard.name', kind: 'flag' },
    warRounds: { label: 'rule.war.rounds', kind: 'number', isNeeded: true },
    warHours: { label: 'rule.war.hours', kind: 'number', isNeeded: true },
    warDropPercent: { label: 'rule.war.drop_percent', kind: 'percent', isNeeded: true },
    warRestHours: { label: 'rule.war.rest_hours', kind: 'number', isNeeded: true },
  },
} as const satisfies Partial<Record<RuleKey, Readonly<Record<string, Control>>>>;

/** Fields that the form holds under their own name. */
export type OwnField = {
  [Key in RuleKey]: Key extends keyof typeof SPECIAL
    ? Key extends keyof (typeof SPECIAL)[Key]
      ? Key
      : never
    : Key;
}[RuleKey];

/** What the rule form holds: one field for each control. Amounts are decimal; null: nothing is typed; NaN: no amount. */
export type RuleValues = {
  [Key in OwnField]: RuleBody[Key] extends number ? number | null : RuleBody[Key];
} & {
  name: string;
  adjustmentType: 'VALUE' | 'PERCENTAGE';
  adjustmentAmount: number | null;
  adjustmentPercent: number | null;
  /** The marketplace whose competitors count, by its number, or `EVERYWHERE`. */
  marketplace: string;
  /** Sellers not to beat, for the chosen kind of competition. */
  exceptions: string[];
  hasWarGuard: boolean;
  warRounds: number | null;
  warHours: number | null;
  warDropPercent: number | null;
  warRestHours: number | null;
  isActive: boolean;
};

export type RuleField = keyof RuleValues;

/** Values that lists show too have their texts there. */
const WORDS: Readonly<Partial<Record<RuleKey, string>>> = {
  status: 'rule.status',
  competition: 'rule.competition',
  strategy: 'rule.strategy',
  minimumBy: 'rule.minimum',
};

/** The key of the texts of a field's values. */
export const wordsOf = (key: RuleKey): string => WORDS[key] ?? `field.${key}.values`;

interface FormField extends Control {
  /** The field of the rule that it is of; null: of its name. */
  of: RuleKey | null;
  /** Its label ends with the sign of a percentage. */
  hasSign?: true;
}

function controlsOf(of: RuleKey): [string, FormField][] {
  const special: Readonly<Partial<Record<RuleKey, Readonly<Record<string, Control>>>>> = SPECIAL;
  const own = special[of];
  if (own !== undefined) return Object.entries(own).map(([name, one]) => [name, { ...one, of }]);
  const kind = kindOf(of);
  const standard: FormField = {
    of,
    label: `field.${of}.name`,
    kind,
    words: wordsOf(of),
    ...(kind === 'percent' && { hasSign: true }),
    ...(ruleField(of).needed && { isNeeded: true }),
  };
  return [[of, standard]];
}

const RULE_KEYS = Object.keys(RULE_TABLE) as RuleKey[];

/** The fields of the form, in the order in which changes are listed. */
export const FORM_FIELDS = Object.fromEntries([
  ['name', { of: null, label: 'rule.name', kind: 'text' } satisfies FormField],
  ...RULE_KEYS.flatMap(controlsOf),
]) as Readonly<Record<RuleField, FormField>>;
export const RULE_FIELDS = Object.keys(FORM_FIELDS) as RuleField[];
export const OWN_FIELDS = RULE_KEYS.filter((key): key is OwnField => key in FORM_FIELDS);

/** The word of the glossary that explains a field. */
export const helpOf = (key: RuleKey): Term | undefined => {
  const field = RULE_TABLE[key];
  return 'help' in field ? field.help : undefined;
};

type Say = (key: string) => string;

/** The label of a field at its control. */
export const labelOf = (say: Say, field: RuleField): string => {
  const { label, hasSign } = FORM_FIELDS[field];
  return `${say(label)}${hasSign ? ' (%)' : ''}`;
};

type Chosen = Pick<RuleValues, 'competition' | 'strategy' | 'adjustmentType' | 'minimumBy'>;

/** Rules that follow the advertising of a listing instead of competitors. */
export const isAds = ({ competition }: Pick<RuleValues, 'competition'>): boolean =>
  competition === 'ACOS' || competition === 'ROAS';

/** Fields that exist for one kind of adjustment only. */
const TYPES: Readonly<Partial<Record<RuleField, RuleValues['adjustmentType']>>> = {
  adjustmentAmount: 'VALUE',
  adjustmentPercent: 'PERCENTAGE',
};

/** Whether a field means something under the present choices: only then it is shown, required and used. */
export function isShown(field: RuleField, chosen: Chosen): boolean {
  const { of } = FORM_FIELDS[field];
  if (of !== null && ruleField(of).when?.(chosen) === false) return false;
  return (TYPES[field] ?? chosen.adjustmentType) === chosen.adjustmentType;
}

/** The fields that define a price war. */
const WAR_DETAILS: readonly RuleField[] = [
  'warRounds',
  'warHours',
  'warDropPercent',
  'warRestHours',
];

/** Whether a rule sets a field: details of a guard that it does not have do not count. */
export const isSet = (field: RuleField, values: RuleValues): boolean =>
  isShown(field, values) && (values.hasWarGuard || !WAR_DETAILS.includes(field));

/** The field that says by how much the price differs from its base, or moves at a time; null: none is needed. */
export const adjustmentField = (chosen: Chosen): 'adjustmentAmount' | 'adjustmentPercent' | null =>
  (['adjustmentAmount', 'adjustmentPercent'] as const).find((field) => isShown(field, chosen)) ??
  null;
