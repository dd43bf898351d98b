import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** What it contains, for a screen reader. */
  label: string;
  children: ReactNode;
}

/** A region, usually of a table, that scrolls sideways where it is wider than its container, also by keyboard. */
export const ScrollRegion = ({ label, children }: ScrollRegionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus.
  <section className="pz-scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
);
