import type { ReactNode } from 'react';

/** What may be wider than its place; a keyboard reaches it to scroll. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="table" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
