import type { ReactNode } from 'react';

/** A value, and smaller under it what belongs to it. */
export const TwoLines = ({ small, children }: { small: ReactNode; children: ReactNode }) => (
  <span className="two-lines">
    <span>{children}</span>
    <span className="two-lines__small">{small}</span>
  </span>
);
