import type { PricingSettings } from '@primazia/backend/pricing/contract';
import { describe, expect, it } from '@rstest/core';
import { settingsFaults, toSettings, toSettingsValues } from './settings-values.ts';

const settings: PricingSettings = {
  requiresApprovalByDefault: true,
  maxStepPercent: 30,
  maxDayPercent: 60,
  parity: 'warn',
  staleMarketHours: 24,
  minutesPerManualChange: 3,
  breaker: { percent: 30, drops: 20, minutes: 60 },
  smallestRisePercent: 0.3,
  minutesBetweenUpdates: 5,
  updatesPerHour: 12,
  updatesPerDay: 60,
};
const faultsOf = (change: Partial<ReturnType<typeof toSettingsValues>>) =>
  settingsFaults({ ...toSettingsValues(settings), ...change });

describe('the settings of a company', () => {
  it('saved values are shown as they were typed', () => {
    expect(toSettings(toSettingsValues(settings))).toEqual(settings);
    expect(faultsOf({})).toEqual([]);
  });
  it('faults are shown at their fields', () => {
    expect(faultsOf({ maxStepPercent: null })).toEqual([
      { field: 'maxStepPercent', code: 'required' },
    ]);
    expect(faultsOf({ breakerDrops: 1.5 })).toEqual([{ field: 'breakerDrops', code: 'not_whole' }]);
    expect(faultsOf({ breakerPercent: Number.NaN })).toEqual([
      { field: 'breakerPercent', code: 'not_a_number' },
    ]);
    expect(faultsOf({ staleMarketHours: 0 })).toEqual([
      { field: 'staleMarketHours', code: 'greater_than_zero' },
    ]);
  });
  it('the pace has its bounds', () => {
    expect(faultsOf({ smallestRisePercent: 0, minutesBetweenUpdates: 1_440 })).toEqual([]);
    expect(faultsOf({ smallestRisePercent: 5.1 })).toEqual([
      { field: 'smallestRisePercent', code: 'too_large' },
    ]);
    expect(faultsOf({ minutesBetweenUpdates: 0 })).toEqual([
      { field: 'minutesBetweenUpdates', code: 'greater_than_zero' },
    ]);
    expect(faultsOf({ updatesPerHour: null })).toEqual([
      { field: 'updatesPerHour', code: 'required' },
    ]);
  });
  it('a day has no less room than a step', () => {
    expect(faultsOf({ maxDayPercent: 20 })).toEqual([
      { field: 'maxDayPercent', code: 'day_below_step' },
    ]);
  });
});
