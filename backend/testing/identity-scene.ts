import assert from 'node:assert/strict';
import * as identity from '../identity/actions.ts';
import type { CompanySession, Role } from '../identity/contract.ts';
import { hashPassword } from '../identity/passwords.ts';
import { Problem } from '../kernel/problem.ts';
import type { Actor, AppContext } from '../platform/app-context.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { TEST_TIME, type TestContext, testContext } from './test-context.ts';

/** The password of everybody in a scene, until it is changed. */
export const SCENE_PASSWORD = 'Aurora#2026';
export const HOME = '203.0.113.7';

export interface ScenePerson {
  id: number;
  email: string;
}

export interface IdentityScene {
  database: TestDatabase;
  ctx: TestContext;
  company(name: string): Promise<number>;
  /** A user who can sign in, in these companies. */
  person(name: string, roles?: Record<number, Role>): Promise<ScenePerson>;
  actor(person: ScenePerson, companyId: number, role: Role): Actor;
  /** Signs in and chooses a company. */
  enter(person: ScenePerson, companyId: number, from?: AppContext): Promise<CompanySession>;
  close(): Promise<void>;
}

let people = 0;

/** Companies and people on a database of their own. */
export async function identityScene(overrides: Partial<AppContext> = {}): Promise<IdentityScene> {
  const database = await testDatabase();
  const { owner } = database;
  const ctx = testContext(database.db, overrides);
  // Slow on purpose: once is enough.
  const passwordHash = await hashPassword(SCENE_PASSWORD);
  return {
    database,
    ctx,
    async company(name) {
      const [row] = await owner<{ id: number }[]>`
        insert into company (name, created_at) values (${name}, ${TEST_TIME}) returning id`;
      return row!.id;
    },
    async person(name, roles = {}) {
      people += 1;
      const email = `${name.toLowerCase()}-${people}@casa.test`;
      const [row] = await owner<{ id: number }[]>`
        insert into person (email, name, password_hash, created_at)
        values (${email}, ${name}, ${passwordHash}, ${TEST_TIME}) returning id`;
      const { id } = row!;
      for (const [companyId, role] of Object.entries(roles)) {
        await owner`insert into membership (company_id, person_id, role) values (${companyId}, ${id}, ${role})`;
      }
      return { id, email };
    },
    actor: (person, companyId, role) => ({ personId: person.id, companyId, role }),
    async enter({ email }, companyId, from = ctx) {
      const signedIn = await identity.login(from, { email, password: SCENE_PASSWORD }, HOME);
      const caller = await identity.authenticate(from)(signedIn.token, null);
      return await identity.chooseCompany(from, caller, companyId);
    },
    close: () => database.close(),
  };
}

/** Awaits a refusal and gives its status and code. */
export async function problemOf(work: Promise<unknown>): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  assert.fail('it was not refused');
}

/** Status and code of a refusal. */
export async function refusalOf(work: Promise<unknown>): Promise<[number, string]> {
  const { status, code } = await problemOf(work);
  return [status, code];
}
