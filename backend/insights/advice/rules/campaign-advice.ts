// The advice about a campaign and its targets, in the order of the way from a view to profit. Pure.
import { acosAboveGoal } from './acos-above-goal.ts';
import type { Case } from './campaign-case.ts';
import {
  type AccountRates,
  type CampaignFacts,
  estimateOf,
  type TargetFacts,
} from './campaign-facts.ts';
import { type Band, changeStrategy } from './change-strategy.ts';
import { type Known, type Ruled, ruled } from './choose.ts';
import { budgetLimited, doingWell } from './doing-well.ts';
import { greedyTarget, spentBudget } from './high-consumption.ts';
import { highCpc } from './high-cpc.ts';
import { lowConversion, wastedTarget } from './low-conversion.ts';
import { notAttractive } from './not-attractive.ts';

/** Days after a change without advice: their figures are still mostly from before it. */
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
  const clicks = [
    ...ruled(known, 'not_attractive', (setting) => notAttractive(one, setting)),
    ...ruled(known, 'high_cpc', (setting) => highCpc(one, setting)),
    ...ruled(known, 'low_conversion', (setting) => lowConversion(one, setting)),
  ];
  const money = [
    ...ruled(known, 'high_consumption', (setting) => spentBudget(one, setting)),
    // A missed goal that clicks explain already is not reported too.
    ...(clicks.length > 0
      ? []
      : ruled(known, 'acos_above_goal', (setting) => acosAboveGoal(one, setting))),
    ...ruled(known, 'change_strategy', (setting) => changeStrategy(one, setting, bands)),
  ];
  const faults = [...clicks, ...money];
  if (faults.length > 0) return faults;
  return [
    ...ruled(known, 'ready_to_invest', (setting) => budgetLimited(one, setting)),
    ...ruled(known, 'doing_well', (setting) => doingWell(one, setting)),
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
    ...ruled(known, 'low_conversion', (setting) => wastedTarget(one, setting)),
    ...ruled(known, 'high_consumption', (setting) => greedyTarget(one, setting)),
  ];
}
