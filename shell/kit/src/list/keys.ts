import { useEffect, useEffectEvent } from 'react';
import { usePlace } from '../context/kit-context.ts';
import { focusedIn, OVERLAY } from '../dom/tree.ts';

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

/** Whether a key belongs to something else: a text that is being typed, a menu, a dialog, the browser. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return target instanceof Element && target.closest(`${TYPING}, ${OVERLAY}`) !== null;
}

/**
 * Listens for single keys while the component is mounted; off while the person types. In a host's page only what is pressed
 * within the element counts.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const { root } = usePlace();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined || isTaken(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: Event) => {
      if (event instanceof KeyboardEvent) press(event);
    };
    root.addEventListener('keydown', listen);
    return () => root.removeEventListener('keydown', listen);
  }, [root]);
}

/** Moves the focus to the next (1) or the previous (-1) row of a table; from outside, to the first. */
export function moveRow(table: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])];
  const focused = table === null ? null : focusedIn(table);
  const here = rows.findIndex((row) => row.contains(focused));
  const next = here === -1 ? rows[0] : rows[here + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
