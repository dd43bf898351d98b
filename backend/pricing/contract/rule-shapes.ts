// What follows from the table of rule fields: kinds of values, and the schemas of rules, bulk actions and spreadsheets.
import type * as z from 'zod';
import { type Options, RULE_TABLE } from './rule-table.ts';

type Table = typeof RULE_TABLE;
export type RuleKey = keyof Table;

/** A field, whichever it is. */
export const ruleField = (
  key: RuleKey,
): { schema: z.ZodType; byDefault: unknown } & Options<unknown> => RULE_TABLE[key];

/** The kinds of values, each with one way to enter and show it. */
export type FieldKind = 'money' | 'percent' | 'date' | 'number' | 'flag' | 'word' | 'other';

const KINDS: Readonly<Record<string, FieldKind>> = {
  number: 'number',
  boolean: 'flag',
  enum: 'word',
};

const withoutNull = (schema: z.ZodType): z.ZodType =>
  'unwrap' in schema ? (schema as z.ZodNullable<z.ZodType>).unwrap() : schema;

export function kindOf(key: RuleKey): FieldKind {
  const { schema, unit } = ruleField(key);
  return unit ?? KINDS[withoutNull(schema).def.type] ?? 'other';
}

/** The values that a field of words may be set to, in the order in which a form or a bulk action offers them. */
export function optionsOf(key: RuleKey, act: 'form' | 'bulk'): readonly string[] {
  const { schema, options, bulk } = ruleField(key);
  const effective = act === 'bulk' && bulk instanceof Object ? bulk : withoutNull(schema);
  return (options as readonly string[] | undefined) ?? (effective as z.ZodEnum).options.map(String);
}
/** The fields with more than a schema, such as a spreadsheet column. */
export type With<Name extends string> = {
  [Key in RuleKey]: Table[Key] extends Record<Name, unknown> ? Key : never;
}[RuleKey];
export type RuleColumn = With<'spreadsheet'>;
export type BulkField = With<'bulk'>;

const keysWith = <Name extends string>(name: Name): With<Name>[] =>
  Object.entries(RULE_TABLE).flatMap(([key, entry]) => (name in entry ? [key as With<Name>] : []));

/** The first columns of our files, in an order that people know; what came later follows. */
const FIRST_COLUMNS = [
  'minPrice',
  'maxPrice',
  'strategy',
  'requiresApproval',
  'control',
  'safeMargin',
  'competition',
  'status',
] as const satisfies readonly RuleColumn[];

export const RULE_COLUMNS: readonly RuleColumn[] = [
  ...new Set<RuleColumn>([...FIRST_COLUMNS, ...keysWith('spreadsheet')]),
];
export const BULK_FIELDS = keysWith('bulk');

const shapeOf = <Shape>(keys: readonly string[], schemaOf: (key: RuleKey) => z.ZodType): Shape =>
  Object.fromEntries(keys.map((key) => [key, schemaOf(key as RuleKey)])) as Shape;

/** What a rule says, before the checks that span fields. */
export const ruleShape = shapeOf<{
  [Key in RuleKey]: z.ZodDefault<Table[Key]['schema']>;
}>(Object.keys(RULE_TABLE), (key) => {
  const { schema, byDefault } = ruleField(key);
  return schema.default(byDefault);
});

type BulkSchema<Entry> = Entry extends { bulk: infer Schema extends z.ZodType }
  ? Schema
  : Entry extends { schema: infer Schema extends z.ZodType }
    ? Schema
    : never;

/** What a bulk action may set; whatever is left out stays as it is. */
export const bulkShape = shapeOf<{
  [Key in BulkField]: z.ZodOptional<BulkSchema<Table[Key]>>;
}>(BULK_FIELDS, (key) => {
  const { schema, bulk } = ruleField(key);
  return (bulk === undefined || bulk === true ? schema : bulk).optional();
});

/** Fields that every stored glance at a rule has; the others came later. */
type Ever = 'status' | 'strategy' | 'minPrice' | 'maxPrice';
const EVER: readonly RuleColumn[] = ['status', 'strategy', 'minPrice', 'maxPrice'] satisfies Ever[];

/** A rule at a glance: what spreadsheets say of it. */
export const glanceShape = shapeOf<{
  [Key in RuleColumn]: Key extends Ever
    ? Table[Key]['schema']
    : z.ZodOptional<Table[Key]['schema']>;
}>(RULE_COLUMNS, (key) => {
  const { schema, answer = schema } = ruleField(key);
  return EVER.some((one) => one === key) ? answer : answer.optional();
});
