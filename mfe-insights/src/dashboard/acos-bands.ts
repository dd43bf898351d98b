// Campaigns by what share of their attributed sales they cost.
import type { IndicatorRow, MetricName } from '@primazia/backend/insights/contract';
import { cellsOf } from '../figures/card.tsx';

/** The upper ends of bands, in percent; each belongs to the band below it. */
export const ACOS_BORDERS = [15, 30] as const;

export const ACOS_BANDS = ['low', 'middle', 'high', 'no_sales', 'no_spend'] as const;
export type AcosBand = (typeof ACOS_BANDS)[number];

/** A campaign with known figures, in minor units of its currency. */
export interface BandedCampaign {
  row: IndicatorRow;
  band: AcosBand;
  investment: number;
  /** In percent; null: nothing was sold, or nothing spent. */
  acos: number | null;
}

export interface Band {
  band: AcosBand;
  campaigns: number;
  investment: number;
}

/** Spending without sales is a band of its own: its ACOS is no number. */
function bandOf(investment: number, revenue: number, acos: number | null): AcosBand | null {
  if (investment === 0) return 'no_spend';
  if (revenue === 0) return 'no_sales';
  if (acos === null) return null;
  return acos <= ACOS_BORDERS[0] ? 'low' : acos <= ACOS_BORDERS[1] ? 'middle' : 'high';
}

const valueIn = (
  { cells }: IndicatorRow,
  metric: MetricName,
  currencyCode: string,
): number | null =>
  cellsOf(cells, metric).find((cell) => cell.currencyCode === currencyCode)?.value ?? null;

/** The currencies in which campaigns spend, in the order of the rows. */
export const currenciesOf = (rows: readonly IndicatorRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ cells }) =>
      cellsOf(cells, 'investment').flatMap(({ currencyCode }) => currencyCode ?? []),
    ),
  ),
];

/** The campaigns of a currency, by band; those with unknown figures are in none. */
export function campaignsIn(rows: readonly IndicatorRow[], currencyCode: string): BandedCampaign[] {
  return rows.flatMap((row) => {
    const investment = valueIn(row, 'investment', currencyCode);
    const revenue = valueIn(row, 'adRevenue', currencyCode);
    if (investment === null || revenue === null) return [];
    const acos = valueIn(row, 'acos', currencyCode);
    const band = bandOf(investment, revenue, acos);
    return band === null ? [] : [{ row, band, investment, acos }];
  });
}

/** Every band, with how many campaigns it has and what they spent. */
export const bandsOf = (campaigns: readonly BandedCampaign[]): Band[] =>
  ACOS_BANDS.map((band) => {
    const own = campaigns.filter((campaign) => campaign.band === band);
    const investment = own.reduce((sum, campaign) => sum + campaign.investment, 0);
    return { band, campaigns: own.length, investment };
  });
