// The contracts of the releases: `contracts-released/<API_VERSION>.json`, one for each, never altered once it is out.

import { API_VERSION } from '../../kernel/api-version.ts';
import { ROUTE_CALLS } from '../route-calls.ts';
import { type KeptCall, keepCall } from './calls.ts';
import { type Contract, declaredEndpoints, describeContract } from './contract.ts';

/** A contract with a call of each endpoint, as clients of that release make it. */
export interface Release extends Contract {
  calls: Record<string, KeptCall>;
}

const FOLDER = new URL('../../contracts-released/', import.meta.url);
const fileOf = (api: number) => new URL(`${api}.json`, FOLDER);

/** The numbers of the releases, the newest last. */
export async function releases(): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir(FOLDER)) {
    const [, number] = /^(\d+)\.json$/.exec(name) ?? [];
    if (number !== undefined) found.push(Number(number));
  }
  return found.sort((a, b) => a - b);
}

export const readRelease = async (api: number): Promise<Release> =>
  JSON.parse(await Deno.readTextFile(fileOf(api)));

/** The contract as it stands in the code. */
export async function presentContract(): Promise<Release> {
  const contract = describeContract(API_VERSION, await declaredEndpoints());
  const calls = Object.entries(ROUTE_CALLS).map(
    ([name, call]) => [name, keepCall(name.split(' ')[1] ?? '', call)] as const,
  );
  return {
    ...contract,
    calls: Object.fromEntries(calls.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** What a release says, one endpoint a line: what changed shows where it did. */
export function writeRelease({ endpoints, calls, ...rest }: Release): string {
  const lines = (parts: Record<string, unknown>) =>
    Object.entries(parts)
      .map(([name, part]) => `    ${JSON.stringify(name)}: ${JSON.stringify(part)}`)
      .join(',\n');
  const others = Object.entries(rest).map(
    ([name, part]) => `  ${JSON.stringify(name)}: ${JSON.stringify(part)}`,
  );
  return [
    '{',
    `${others.join(',\n')},`,
    `  "endpoints": {\n${lines(endpoints)}\n  },`,
    `  "calls": {\n${lines(calls)}\n  }`,
    '}\n',
  ].join('\n');
}

export const saveRelease = (release: Release): Promise<void> =>
  Deno.writeTextFile(fileOf(release.api), writeRelease(release));

/** Whether two say the same of the API; the calls are examples. */
export const isSame = (a: Contract, b: Contract): boolean => {
  const said = ({ endpoints, event, problem }: Contract) =>
    JSON.stringify({ endpoints, event, problem });
  return said(a) === said(b);
};
