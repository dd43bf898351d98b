import type { ReactNode } from 'react';

interface FactsProps {
  /** Each with its name and its value, in the order in which they are shown. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names and values side by side. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
