// How figures are written: by their unit, a difference with its sign.
import type { Cell, MetricInfo } from '@primazia/backend/insights/contract';
import type { Format } from '@primazia/kit';
import { MISSING } from '@primazia/kit';

type Unit = MetricInfo['unit'];

/** The value of a figure; one that is missing is a dash. */
export function writeValue(
  format: Format,
  unit: Unit,
  value: number | null,
  currencyCode: string | null,
): string {
  if (value === null) return MISSING;
  switch (unit) {
    case 'count':
      return format.integer(value);
    case 'money':
      return currencyCode === null ? format.decimal(value, 2) : format.money(value, currencyCode);
    case 'percent':
      return format.percent(value / 100);
    case 'hours':
      return `${format.decimal(Math.round(value * 10) / 10, 0)} h`;
    case 'times':
      return `${format.decimal(value, 2)}×`;
  }
}

/** The difference to the previous range: percentages in points, everything else in percent of the previous value. Null: not known. */
export function writeDifference(
  format: Format,
  unit: Unit,
  compared: Cell['compared'],
): string | null {
  if (compared === null || compared.difference === null) return null;
  if (unit === 'percent') return format.signedPoints(compared.difference / 100);
  return compared.percent === null ? null : format.signedPercent(compared.percent / 100);
}

/** The direction of a formatted difference; null: no change, or none is known. */
export function directionOf(written: string | null): 'up' | 'down' | null {
  if (written === null || !/[1-9]/.test(written)) return null;
  return written.startsWith('-') ? 'down' : 'up';
}

/** Whether a formatted difference is an improvement; null: neither, or none is known. */
export function isBetter(better: MetricInfo['better'], written: string | null): boolean | null {
  const direction = directionOf(written);
  return better === 'neither' || direction === null
    ? null
    : (direction === 'up') === (better === 'higher');
}
