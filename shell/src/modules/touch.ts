const ACTS = ['keydown', 'pointerdown', 'input'] as const;

export interface Touch {
  /** Whether the person has done anything on the page since the last `clear`. */
  isTouched(): boolean;
  clear(): void;
}

/** Observes whether a person has begun to do something, which an update must not interrupt. */
export function watchTouch(page: EventTarget): Touch {
  let touched = false;
  const note = () => {
    touched = true;
  };
  for (const act of ACTS) page.addEventListener(act, note, { capture: true, passive: true });
  return {
    isTouched: () => touched,
    clear: () => {
      touched = false;
    },
  };
}
