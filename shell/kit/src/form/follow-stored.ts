import { useCallback, useLayoutEffect } from 'react';
import type { FieldValues, UseFormReset } from 'react-hook-form';

/**
 * Has a form that is saved whole show what is stored by now, but where something of one's own is typed.
 * @param valuesOf what stored data is as values of the form; the same function at each rendering
 * @returns does the same at once, with what was just heard to be stored
 */
export function useFollowStored<Stored, Values extends FieldValues>(
  reset: UseFormReset<Values>,
  stored: Stored,
  valuesOf: (stored: Stored) => Values,
): (stored: Stored) => void {
  const follow = useCallback(
    (now: Stored) => reset(valuesOf(now), { keepDirtyValues: true, keepDirty: true }),
    [reset, valuesOf],
  );
  // Before it is painted: a button to save that is drawn along with what is stored must not send what was.
  useLayoutEffect(() => follow(stored), [stored, follow]);
  return follow;
}
