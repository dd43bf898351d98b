import type { ReactNode } from 'react';

/** A value, and smaller under it what belongs to it. */
export const TwoLines = ({ small, children }: { small: ReactNode; children: ReactNode }) => (
  <span className="pz-two-lines">
    <span>{children}</span>
    <span className="pz-two-lines-small">{small}</span>
  </span>
);
