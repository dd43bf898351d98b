import { type PricingSettings, PricingSettingsInput } from '@primazia/backend/pricing/contract';

/** The settings as the form holds them: one field for each control; null: nothing is typed; NaN: no number. */
export interface SettingsValues {
  requiresApprovalByDefault: boolean;
  maxStepPercent: number | null;
  maxDayPercent: number | null;
  parity: PricingSettings['parity'];
  staleMarketHours: number | null;
  minutesPerManualChange: number | null;
  breakerPercent: number | null;
  breakerDrops: number | null;
  breakerMinutes: number | null;
  smallestRisePercent: number | null;
  minutesBetweenUpdates: number | null;
  updatesPerHour: number | null;
  updatesPerDay: number | null;
}

type SettingsField = keyof SettingsValues;

/** Fields that the body calls otherwise. */
export const SETTINGS_ALIASES: Readonly<Record<string, SettingsField>> = {
  'breaker.percent': 'breakerPercent',
  'breaker.drops': 'breakerDrops',
  'breaker.minutes': 'breakerMinutes',
};

export const toSettingsValues = ({ breaker, ...settings }: PricingSettings): SettingsValues => ({
  ...settings,
  breakerPercent: breaker.percent,
  breakerDrops: breaker.drops,
  breakerMinutes: breaker.minutes,
});

export const SETTINGS_FIELDS: readonly SettingsField[] = [
  'requiresApprovalByDefault',
  'maxStepPercent',
  'maxDayPercent',
  'parity',
  'staleMarketHours',
  'minutesPerManualChange',
  'breakerPercent',
  'breakerDrops',
  'breakerMinutes',
  'smallestRisePercent',
  'minutesBetweenUpdates',
  'updatesPerHour',
  'updatesPerDay',
];

/** As the API takes them; an empty field becomes NaN, which it refuses. */
export const toSettings = (values: SettingsValues): PricingSettings => {
  const { breakerPercent, breakerDrops, breakerMinutes, ...rest } = values;
  const number = (value: number | null) => value ?? Number.NaN;
  return {
    requiresApprovalByDefault: rest.requiresApprovalByDefault,
    parity: rest.parity,
    maxStepPercent: number(rest.maxStepPercent),
    maxDayPercent: number(rest.maxDayPercent),
    staleMarketHours: number(rest.staleMarketHours),
    minutesPerManualChange: number(rest.minutesPerManualChange),
    smallestRisePercent: number(rest.smallestRisePercent),
    minutesBetweenUpdates: number(rest.minutesBetweenUpdates),
    updatesPerHour: number(rest.updatesPerHour),
    updatesPerDay: number(rest.updatesPerDay),
    breaker: {
      percent: number(breakerPercent),
      drops: number(breakerDrops),
      minutes: number(breakerMinutes),
    },
  };
};

/** What the server would refuse, found before the call. */
export function settingsFaults(values: SettingsValues): { field: SettingsField; code: string }[] {
  const parsed = PricingSettingsInput.safeParse(toSettings(values));
  return (parsed.error?.issues ?? []).flatMap((issue) => {
    const path = issue.path.join('.');
    const field = SETTINGS_ALIASES[path] ?? SETTINGS_FIELDS.find((one) => one === path);
    if (field === undefined) return [];
    if (values[field] === null) return [{ field, code: 'required' }];
    const isWhole = 'format' in issue && issue.format === 'safeint';
    const isTyped = issue.code === 'invalid_type';
    return [{ field, code: isWhole ? 'not_whole' : isTyped ? 'not_a_number' : issue.message }];
  });
}
