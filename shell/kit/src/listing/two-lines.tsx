import type { ReactNode } from 'react';

/** A value, and a smaller line about it below. */
export const TwoLines = ({ small, children }: { small: ReactNode; children: ReactNode }) => (
  <span className="pz-two-lines">
    <span>{children}</span>
    <span className="pz-two-lines-small">{small}</span>
  </span>
);
