import * as z from 'zod';
import { createApp } from '../app.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { problem } from '../kernel/problems.ts';
import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import { type Caller, type Limits, route } from '../platform/http.ts';

/** A caller. */
interface Person {
  personId: number;
  actor: Pick<Caller, 'personId' | 'companyId' | 'role'>;
}

/** Faults of a keyed write of the tests, in addition to its one effect. */
export interface Behaviour {
  /** Before anything is written. */
  before?: () => Promise<void>;
  /** Inside the transaction, after the row. */
  inside?: () => Promise<void>;
  /** After the commit. */
  after?: () => Promise<void>;
  answer?: string;
}

const common = { tag: 'test', summary: 'For tests', answer: z.unknown() } as const;
const subject = z.object({ subject: z.string() });
export const write = endpoint({
  ...common,
  method: 'post',
  path: '/things',
  access: 'company',
  needs: 'write',
  query: z.object({ page: z.string().optional() }),
  body: subject,
});
export const question = endpoint({
  ...common,
  method: 'post',
  path: '/things/query',
  access: 'company',
  needs: 'read',
  body: subject,
});
const ofPerson = endpoint({ ...common, method: 'post', path: '/me', access: 'user' });

/** An application whose write adds a row, so that effects can be counted. Its tokens are the persons' ids. */
export function keyedWrites(
  ctx: AppContext,
  people: readonly Person[],
  behaviour: () => Behaviour = () => ({}),
  limits: Partial<Limits> = {},
) {
  const authenticate = (token: string): Promise<Caller> => {
    const found = people.find(({ personId }) => String(personId) === token);
    if (found === undefined) return Promise.reject(problem('unauthorized'));
    const expiresAt = new Date(ctx.clock().getTime() + 900_000);
    return Promise.resolve({ ...found.actor, sessionId: 's', expiresAt, opens: null });
  };
  let answers = 0;
  const add = async (companyId: number, text: string) => {
    const { before, inside, after, answer } = behaviour();
    await before?.();
    await within(ctx.db, { company: companyId }, async (trx) => {
      await trx
        .insertInto('notification')
        .values({
          company_id: companyId,
          level: 'info',
          code: 'test',
          values: { text },
          subject: ctx.uuid(),
          created_at: ctx.clock(),
        })
        .execute();
      await inside?.();
    });
    await after?.();
    answers += 1;
    return { text: answer ?? text, answers };
  };
  return createApp(
    ctx,
    [
      route(write, ({ actor, body }) => add(actor.companyId, body.subject)),
      route(question, ({ actor, body }) => add(actor.companyId, body.subject)),
      route(ofPerson, () => {
        answers += 1;
        return Promise.resolve({ answers });
      }),
    ],
    { authenticate, version: '1', limits },
  );
}

export interface Storm {
  keys: number;
  callsPerKey: number;
}

export interface StormOutcome {
  statuses: Record<number, number>;
  /** Keys with more or less than one effect. */
  wrong: string[];
  /** Different answers that were given with a 200 for one key. */
  contradictions: string[];
}

/** Sends every key's calls at the same moment, in turn through each of the applications. */
export async function storm(
  apps: readonly ReturnType<typeof keyedWrites>[],
  token: string,
  effects: () => Promise<Map<string, number>>,
  { keys, callsPerKey }: Storm,
): Promise<StormOutcome> {
  const statuses: Record<number, number> = {};
  const answers = new Map<string, Set<string>>();
  const call = async (key: string, n: number) => {
    const response = await apps[n % apps.length]!.request('/api/things', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ subject: key }),
    });
    const text = await response.text();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    if (response.status === 200) answers.set(key, (answers.get(key) ?? new Set()).add(text));
  };
  const names = Array.from({ length: keys }, (_, n) => `storm-${n}`);
  for (const name of names) {
    await Promise.all(Array.from({ length: callsPerKey }, (_, n) => call(name, n)));
  }
  const counted = await effects();
  return {
    statuses,
    wrong: names.filter((name) => counted.get(name) !== 1),
    contradictions: [...answers].filter(([, texts]) => texts.size > 1).map(([name]) => name),
  };
}
