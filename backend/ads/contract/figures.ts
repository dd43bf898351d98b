// Figures of the clicks of some days, and ratios of their sums.
import * as z from 'zod';
import { Day } from '../../kernel/id.ts';
import { Amount } from '../../kernel/money.ts';

/**
 * Amounts of clicks by the day of the click, null where the account's figures were never read; a ratio is one of sums, and
 * null where it has no base.
 */
export const AdFigures = z.object({
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  /** What the clicks cost. */
  investment: Amount.nullable(),
  /** Orders that followed from them, as far as known. */
  sales: z.int().nullable(),
  units: z.int().nullable(),
  /** The revenue of those orders. */
  revenue: Amount.nullable(),
  /** In percent: cost of revenue, clicks of impressions, orders of clicks. */
  acos: z.number().nullable(),
  ctr: z.number().nullable(),
  conversion: z.number().nullable(),
  roas: z.number().nullable(),
  /** Cost of a click, not rounded to the cent. */
  cpc: z.number().nullable(),
});
export type AdFigures = z.infer<typeof AdFigures>;

/** The most days of figures. */
export const MAX_FIGURE_DAYS = 400;
/** The days of figures by default. */
export const USUAL_FIGURE_DAYS = 30;

/** Days, both included; in the time zone of each advertiser. */
export const FigureRange = z.object({ from: Day.optional(), to: Day.optional() });
export type FigureRange = z.infer<typeof FigureRange>;

/** The days of figures, and the day from which they may still change: orders come late, invalid clicks are deducted. */
export const FigureDays = z.object({ from: Day, to: Day, settlingFrom: Day });
export type FigureDays = z.infer<typeof FigureDays>;
