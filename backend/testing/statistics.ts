/** The smallest of the values that at least `share` (above 0, at most 1) of them do not exceed; null: there are none. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null;
}

export const median = (values: readonly number[]): number | null => quantile(values, 0.5);

/** A measurement has at most three significant digits. */
export const rounded = (value: number): number => Number(value.toPrecision(3));
