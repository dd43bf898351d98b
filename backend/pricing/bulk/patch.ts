// What a change of a rule is: the fields that it sets, what the rule says after it, and how it is taken back. Pure.
import { type Minor, toAmountOrNull } from '../../kernel/money.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { RuleBody, type RuleGlance, RuleStatus } from '../contract.ts';
import { RuleSettings, type StoredRule, toBody, toStoredRule } from '../translate.ts';

/** What the columns of a rule hold beside its name and its numbers. */
export interface Content {
  status: RuleStatus;
  min_price: Minor | null;
  max_price: Minor | null;
  settings: RuleSettings;
}

/** Some fields of a rule; what is left out stays as it is. */
export interface Patch {
  status?: RuleStatus;
  min_price?: Minor | null;
  max_price?: Minor | null;
  settings?: Partial<RuleSettings>;
}

/** One thing that is wrong with a rule, by the name of the field as it travels. */
export interface ContentFault {
  field: string;
  code: string;
}

export const contentOf = (row: StoredRule): Content => ({
  status: RuleStatus.parse(row.status),
  min_price: row.min_price,
  max_price: row.max_price,
  settings: RuleSettings.parse(row.settings),
});

export const glanceOf = ({ status, min_price, max_price, settings }: Content): RuleGlance => ({
  status,
  strategy: settings.strategy,
  minPrice: toAmountOrNull(min_price),
  maxPrice: toAmountOrNull(max_price),
  requiresApproval: settings.requiresApproval,
  control: settings.control,
  safeMargin: settings.safeMargin,
  competition: settings.competition,
});

/** The rule with the fields set; fails with all that is wrong with what comes out. */
export function patched(content: Content, patch: Patch): Result<Content, ContentFault[]> {
  const { settings, ...columns } = patch;
  const next: Content = {
    ...content,
    ...columns,
    settings: { ...content.settings, ...settings },
  };
  const checked = RuleBody.safeParse(toBody(next));
  if (checked.success) return ok(next);
  return fail(
    checked.error.issues.map(({ path, message }) => ({
      field: String(path[0] ?? ''),
      code: message,
    })),
  );
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields of a patch with the values that a rule has now: what takes the patch back. */
export function inverseOf(content: Content, patch: Patch): Patch {
  const { settings, ...columns } = patch;
  const pick = (from: object, names: object) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => name in names));
  return {
    ...pick(content, columns),
    ...(settings && { settings: pick(content.settings, settings) }),
  };
}

/** Of a patch those fields that say something else than the rule. */
export function newsOf(content: Content, patch: Patch): Patch {
  const { settings, ...columns } = patch;
  const news = (given: object, known: object) =>
    Object.fromEntries(
      Object.entries(given).filter(
        ([name, value]) => !isSame(value, (known as Record<string, unknown>)[name]),
      ),
    );
  const changed = news(settings ?? {}, content.settings);
  return {
    ...news(columns, content),
    ...(Object.keys(changed).length > 0 && { settings: changed }),
  };
}

export const isEmpty = (patch: Patch): boolean => Object.keys(patch).length === 0;

/** What a rule says that somebody makes with nothing but these fields; null: without a strategy there is none. */
export function fresh(patch: Patch): Content | null {
  const strategy = patch.settings?.strategy;
  if (strategy === undefined) return null;
  return toStoredRule(RuleBody.parse({ strategy }));
}
