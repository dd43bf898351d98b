// The contract of the last release: `contracts-released/<API_VERSION>.json`, never altered once it is out.

import { WORDS } from '../../domains.ts';
import { marketplacesOf } from '../../integrations/registry.ts';
import { API_VERSION } from '../../kernel/api-version.ts';
import { openPool, toDb } from '../../platform/db.ts';
import { workersOf } from '../../services.ts';
import { ROUTE_CALLS } from '../route-calls.ts';
import { testContext } from '../test-context.ts';
import { keepCall, type RecordedCall } from './calls.ts';
import { type Contract, declaredEndpoints, describeContract } from './contract.ts';

/** A contract with a call of each endpoint, as clients of that release make it. */
export interface Release extends Contract {
  calls: Record<string, RecordedCall>;
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

/** The contract as it is in the code. */
export async function presentContract(): Promise<Release> {
  // Nothing is done with it but making workers: it connects to nothing.
  const ctx = testContext(toDb(openPool('postgres://nowhere', 1)));
  const queues = workersOf({ ...ctx, marketplaces: marketplacesOf([]) }, '').map(
    ({ queue }) => queue,
  );
  const contract = describeContract(API_VERSION, await declaredEndpoints(), WORDS, queues);
  const calls = Object.entries(ROUTE_CALLS).map(
    ([name, call]) => [name, keepCall(name.split(' ')[1] ?? '', call)] as const,
  );
  return {
    ...contract,
    calls: Object.fromEntries(calls.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A release, with one queue or endpoint per line, so that a diff shows which of them changed. */
export function writeRelease({ queues, endpoints, calls, ...rest }: Release): string {
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
    `  "queues": {\n${lines(queues)}\n  },`,
    `  "endpoints": {\n${lines(endpoints)}\n  },`,
    `  "calls": {\n${lines(calls)}\n  }`,
    '}\n',
  ].join('\n');
}

export const saveRelease = (release: Release): Promise<void> =>
  Deno.writeTextFile(fileOf(release.api), writeRelease(release));

export const removeRelease = (api: number): Promise<void> => Deno.remove(fileOf(api));

/** Whether two releases describe the same API; the recorded calls are examples. */
export const isSame = (a: Contract, b: Contract): boolean => {
  const said = ({ endpoints, event, problem }: Contract) =>
    JSON.stringify({ endpoints, event, problem });
  return said(a) === said(b);
};
