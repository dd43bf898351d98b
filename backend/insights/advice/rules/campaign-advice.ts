// The advice about a campaign and its targets, what comes first on the way from a view to profit first. Pure.
import { acosAboveGoal } from './acos-above-goal.ts';
import type { Case } from './campaign-case.ts';
import {
  type AccountRates,
  type CampaignFacts,
  estimateOf,
  type TargetFacts,
} from './campaign-facts.ts';
import { type Band, changeStrategy } from './change-strategy.ts';
import { type Known, type Ruled, ruled, settingOf } from './choose.ts';
import { budgetLimited, doingWell } from './doing-well.ts';
import { greedyTarget, spentBudget } from './high-consumption.ts';
import { highCpc } from './high-cpc.ts';
import { lowConversion, wastedTarget } from './low-conversion.ts';
import { notAttractive } from './not-attractive.ts';

/** Figures from before a change say little of what follows it. */
const SILENT_DAYS = 14;

function caseOf(
  campaign: CampaignFacts,
  target: TargetFacts | null,
  rates: AccountRates,
): Case | null {
  const sums = target ?? campaign.month;
  const estimate = estimateOf(campaign, sums, rates);
  return estimate === null ? null : { campaign, target, sums, estimate, rates };
}

/** @param bands the ACOS that each strategy is meant for */
export function campaignAdvice(
  campaign: CampaignFacts,
  rates: AccountRates,
  bands: readonly Band[],
  known: Known,
): Ruled[] {
  const one = caseOf(campaign, null, rates);
  const isSilent = campaign.changedDaysAgo !== null && campaign.changedDaysAgo < SILENT_DAYS;
  if (one === null || isSilent) return [];
  const of = (kind: Parameters<typeof settingOf>[1]) => settingOf(known, kind);
  const clicks = [
    ...ruled('not_attractive', notAttractive(one, of('not_attractive'))),
    ...ruled('high_cpc', highCpc(one, of('high_cpc'))),
    ...ruled('low_conversion', lowConversion(one, of('low_conversion'))),
  ];
  const money = [
    ...ruled('high_consumption', spentBudget(one, of('high_consumption'))),
    // What clicks explain already is not said twice.
    ...(clicks.length > 0
      ? []
      : ruled('acos_above_goal', acosAboveGoal(one, of('acos_above_goal')))),
    ...ruled('change_strategy', changeStrategy(one, of('change_strategy'), bands)),
  ];
  const faults = [...clicks, ...money];
  if (faults.length > 0) return faults;
  return [
    ...ruled('ready_to_invest', budgetLimited(one, of('ready_to_invest'))),
    ...ruled('doing_well', doingWell(one, of('doing_well'))),
  ];
}

export function targetAdvice(
  campaign: CampaignFacts,
  target: TargetFacts,
  rates: AccountRates,
  known: Known,
): Ruled[] {
  const one = caseOf(campaign, target, rates);
  if (one === null) return [];
  return [
    ...ruled('low_conversion', wastedTarget(one, settingOf(known, 'low_conversion'))),
    ...ruled('high_consumption', greedyTarget(one, settingOf(known, 'high_consumption'))),
  ];
}
