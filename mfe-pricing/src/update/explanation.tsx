import type { ExplanationLine } from '@primazia/backend/pricing/contract';

/** The engine's steps in plain words, in their order. */
export function Explanation({ lines }: { lines: readonly ExplanationLine[] }) {
  return (
    <ol className="explanation">
      {lines.map((line) => (
        <li key={`${line.step}.${line.code}`} data-step={line.step}>
          {line.text}
        </li>
      ))}
    </ol>
  );
}
