import { MISSING, useFormat } from '@primazia/kit';
import { useMemo } from 'react';

/** Writes percentages that the API gives as such: 12.5 is 12.5 %. */
export function useFigures() {
  const format = useFormat();
  return useMemo(
    () => ({
      percent: (value: number | null) => (value === null ? MISSING : format.percent(value / 100)),
    }),
    [format],
  );
}
