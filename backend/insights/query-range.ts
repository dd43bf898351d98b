// What a question for figures asks for, and whether it can be answered.
import type { Fault } from '../kernel/problem.ts';
import { addDays, lastDayAnywhere } from '../kernel/time-zone.ts';
import { refuseFaults } from '../platform/validation.ts';
import {
  type Granularity,
  type IndicatorQuery,
  isOfCampaigns,
  MAX_INDICATOR_DAYS,
  MAX_INDICATOR_ROWS,
} from './contract.ts';
import { periodsOf, type Range } from './engine/periods.ts';
import { fault } from './problems.ts';

/**
 * The days of a query, up to the present one.
 * @throws Problem 422 that names each field that is wrong
 */
export function requestedRange(query: IndicatorQuery, now: Date): Range {
  const { from, filters, groupBy } = query;
  const faults: Fault[] = [];
  const today = lastDayAnywhere(now);
  const isAhead = query.to > today;
  const to = isAhead ? today : query.to;
  if (from > today) faults.push(fault('from', 'range_in_future'));
  else if (from > to)
    faults.push({
      path: 'to',
      code: 'end_before_start',
      message: 'The range ends before it starts',
    });
  else if (addDays(from, MAX_INDICATOR_DAYS) <= to) faults.push(fault('from', 'over_400_days'));
  if (groupBy === 'campaign' || filters.campaignIds !== undefined) {
    if (!query.metrics.every(isOfCampaigns))
      faults.push(fault('metrics', 'campaigns_have_ads_only'));
    if (filters.listingIds !== undefined)
      faults.push(fault('filters.listingIds', 'campaigns_have_ads_only'));
  }
  if (groupBy === 'listing' && filters.listingIds === undefined)
    faults.push(fault('filters.listingIds', 'listings_required'));
  refuseFaults(faults);
  return { from, to };
}

/** The periods of an answer. @throws Problem 422 where there would be too many rows of all groups */
export function requestedPeriods(range: Range, granularity: Granularity, groups: number): Range[] {
  const periods = periodsOf(range, granularity);
  if (periods.length * groups > MAX_INDICATOR_ROWS)
    refuseFaults([fault('granularity', 'too_many_rows')]);
  return periods;
}
