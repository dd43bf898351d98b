import { useCallback, useLayoutEffect } from 'react';
import type { FieldValues, UseFormReset } from 'react-hook-form';

/**
 * Keeps a form that is saved as a whole at the stored values, except in fields that the person has edited.
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
  // Before the paint: a save button that is drawn together with newer stored values must not send the old ones.
  useLayoutEffect(() => follow(stored), [stored, follow]);
  return follow;
}
