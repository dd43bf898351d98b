// The settings of a company for all its prices: how far a rule may move one alone, and what it starts from.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { hasTwoPlaces } from '../../kernel/money.ts';

/** What becomes of a price where the same product is cheaper on another marketplace of the company. */
export const Parity = z.enum(['warn', 'block']);
export type Parity = z.infer<typeof Parity>;

/** A share of a price, above zero and with two decimal places at most: a billionth would be stored as none. */
const Percent = z
  .number()
  .min(0.01, { error: 'greater_than_zero' })
  .refine(hasTwoPlaces, { error: 'two_decimals' });
/** A price may more than double, so a move may be over 100 %; a drop never is. */
const MovePercent = Percent.max(1_000, { error: 'too_large' });

/** A rise by less than this percentage of the price is not made; 0: every rise is. */
export const SmallestRise = z
  .number()
  .min(0, { error: 'not_negative' })
  .max(5, { error: 'too_large' })
  .refine(hasTwoPlaces, { error: 'two_decimals' });

const whole = (min: number, max: number, below: string) =>
  z.int().min(min, { error: below }).max(max, { error: 'too_large' });

/** How often and for how little the price of one listing changes. A page of an earlier release does not know them. */
const paceShape = {
  smallestRisePercent: SmallestRise,
  /** Between two updates of a listing there are at least so many minutes. */
  minutesBetweenUpdates: whole(1, 1_440, 'greater_than_zero'),
  /** A listing has at most so many updates in an hour, and in a day. */
  updatesPerHour: whole(1, 60, 'greater_than_zero'),
  updatesPerDay: whole(1, 1_440, 'greater_than_zero'),
};

const settingsShape = {
  /** A new rule asks for approval unless a person says otherwise. */
  requiresApprovalByDefault: z.boolean(),
  /** A rule moves a price by so many percent of the present one without asking a person. */
  maxStepPercent: MovePercent,
  /** The same for a day: down from the highest price of the last 24 hours, and up from the lowest. */
  maxDayPercent: MovePercent,
  parity: Parity,
  /** The age after which a market is not used by any rule. */
  staleMarketHours: z.int().min(1, { error: 'greater_than_zero' }).max(720, { error: 'too_large' }),
  /** How long a person takes to look at a listing's competitors and change its price: for the hours that rules save. */
  minutesPerManualChange: z
    .int()
    .min(0, { error: 'not_negative' })
    .max(240, { error: 'too_large' }),
  /** More than `drops` drops of over `percent` within `minutes` stop all prices of the company. */
  breaker: z.object({
    percent: Percent.max(99, { error: 'too_large' }),
    drops: z.int().min(0, { error: 'not_negative' }).max(100_000, { error: 'too_large' }),
    minutes: z.int().min(1, { error: 'greater_than_zero' }).max(1_440, { error: 'too_large' }),
  }),
};

export const PricingSettings = z.object({ ...settingsShape, ...paceShape });
export type PricingSettings = z.infer<typeof PricingSettings>;

/** All of the settings, as a person saves them; what an earlier release does not know stays as it is. */
export const PricingSettingsInput = z
  .object({
    ...settingsShape,
    ...z.object(paceShape).partial().shape,
  })
  .superRefine((settings, ctx) => {
    // A day's limit under that of one step would make the step's meaningless.
    if (settings.maxDayPercent < settings.maxStepPercent) {
      ctx.addIssue({ code: 'custom', path: ['maxDayPercent'], message: 'day_below_step' });
    }
  });
export type PricingSettingsInput = z.infer<typeof PricingSettingsInput>;

export const getPricingSettings = endpoint({
  method: 'get',
  path: '/v2/pricing/settings',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Gets the pricing settings of the company',
  answer: PricingSettings,
});

export const setPricingSettings = endpoint({
  method: 'put',
  path: '/v2/pricing/settings',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Changes the pricing settings; affected listings are repriced',
  body: PricingSettingsInput,
  answer: PricingSettings,
});
