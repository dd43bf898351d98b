// The table of worked cases as docs/ads-engine.md has it.
import type { BidCase } from './cases.ts';

const amount = (value: number | null) => (value === null ? '' : value.toFixed(2));

export const TABLE_HEAD = [
  '| case | outcome | bid | would be | settled by |',
  '|---|---|---|---|---|',
] as const;

export const rowOf = ({ name, expected }: BidCase): string => {
  const { outcome, code, bid, wouldBe, bound } = expected;
  const said = code === null ? outcome : `${outcome} (\`${code}\`)`;
  return `| ${name} | ${said} | ${amount(bid)} | ${amount(wouldBe)} | ${bound ?? ''} |`;
};
