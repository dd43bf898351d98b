import { act } from '@testing-library/react';
import { Activity, type ReactNode, useSyncExternalStore } from 'react';

/** Hides and shows what is in the `Hideable` that has it. */
export function makeHiding() {
  let mode: 'visible' | 'hidden' = 'visible';
  const listeners = new Set<() => void>();
  const turn = (next: typeof mode) =>
    act(() => {
      mode = next;
      for (const listener of listeners) listener();
    });
  return {
    get: () => mode,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hide: () => turn('hidden'),
    show: () => turn('visible'),
  };
}

interface HideableProps {
  hiding: ReturnType<typeof makeHiding>;
  children: ReactNode;
}

/** Its content is hidden and shown like a module that is left and opened again. */
export function Hideable({ hiding, children }: HideableProps) {
  const mode = useSyncExternalStore(hiding.subscribe, hiding.get);
  return <Activity mode={mode}>{children}</Activity>;
}
