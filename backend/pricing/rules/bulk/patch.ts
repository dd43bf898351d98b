// What a change of a rule is: the fields that it sets, what the rule says after it, and how it is taken back. Pure.
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { RULE_COLUMNS, RuleBody, type RuleGlance } from '../../contract.ts';
import { type RuleContent, type RulePatch, toBody, toStoredRule } from '../../engine/rule.ts';

/** One thing that is wrong with a rule, by the name of the field as it travels. */
export interface ContentFault {
  field: string;
  code: string;
}

export function glanceOf(content: RuleContent): RuleGlance {
  const body = toBody(content);
  return Object.fromEntries(RULE_COLUMNS.map((field) => [field, body[field]])) as RuleGlance;
}

/** The rule with the fields set; fails with all that is wrong with what comes out. */
export function patched(
  content: RuleContent,
  patch: RulePatch,
): Result<RuleContent, ContentFault[]> {
  const { settings, ...columns } = patch;
  const next: RuleContent = {
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
export function inverseOf(content: RuleContent, patch: RulePatch): RulePatch {
  const { settings, ...columns } = patch;
  const pick = (from: object, names: object) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => name in names));
  return {
    ...pick(content, columns),
    ...(settings && { settings: pick(content.settings, settings) }),
  };
}

/** Of a patch those fields that differ from the rule. */
export function newsOf(content: RuleContent, patch: RulePatch): RulePatch {
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

export const isEmpty = (patch: RulePatch): boolean => Object.keys(patch).length === 0;

/** What a new rule with nothing but these fields says; null: a rule needs a strategy. */
export function fresh(patch: RulePatch): RuleContent | null {
  const strategy = patch.settings?.strategy;
  if (strategy === undefined) return null;
  return toStoredRule(RuleBody.parse({ strategy }));
}
