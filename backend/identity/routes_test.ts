import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { createApp } from '../app.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { seedCompany, testHouse } from '../testing/house.ts';
import { authenticate } from './actions.ts';
import { hashPassword } from './passwords.ts';
import { routes } from './routes.ts';

let database: TestDatabase;
let companyId: number;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  database = await testDatabase();
  const seeded = await seedCompany(database.owner, {
    name: 'Casa da Serra',
    email: 'lia@serra.test',
    personName: 'Lia',
    passwordHash: await hashPassword('Serra#2026'),
  });
  companyId = seeded.companyId;
  const house = testHouse(database.db);
  app = createApp(house, routes(house), {
    authenticate: authenticate(house),
    version: 'test',
    checkAnswers: true,
  });
});
afterAll(() => database.close());

async function call(method: string, path: string, body: object | undefined, token?: string) {
  const response = await app.request(`/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: await response.json() };
}

describe('the routes of identity', () => {
  it('lead from the password to a company, and out again', async () => {
    const credentials = { email: 'Lia@serra.test', password: 'Serra#2026' };
    const login = await call('POST', '/auth/login', credentials);
    assert.equal(login.status, 200);
    assert.deepEqual(Object.keys(login.answer).sort(), [
      'companies',
      'email',
      'name',
      'refresh_token',
      'token',
    ]);
    const companies = await call('GET', '/auth/companies', undefined, login.answer.token);
    assert.deepEqual(companies.answer, { companies: [{ id: companyId, name: 'Casa da Serra' }] });

    const chosen = await call('POST', '/auth/company', { companyId }, login.answer.token);
    assert.equal(chosen.status, 200);
    assert.deepEqual(Object.keys(chosen.answer).sort(), [
      'company_id',
      'company_name',
      'email',
      'name',
      'refresh_token',
      'token',
    ]);
    const { refresh_token } = chosen.answer;
    const renewed = await call('POST', '/auth/refresh', { refresh_token });
    assert.equal(renewed.answer.company_name, 'Casa da Serra');

    const last = { refresh_token: renewed.answer.refresh_token };
    assert.deepEqual((await call('POST', '/auth/logout', last)).answer, { ended: true });
    const over = await call('POST', '/auth/refresh', last);
    assert.deepEqual([over.status, over.answer.code], [401, 'session_ended']);
  });

  it('answer 401 to a wrong password and to no token', async () => {
    const wrong = { email: 'lia@serra.test', password: 'wrong' };
    const refused = await call('POST', '/auth/login', wrong);
    assert.deepEqual([refused.status, refused.answer.code], [401, 'invalid_credentials']);
    const nobody = await call('POST', '/auth/company', { companyId });
    assert.deepEqual([nobody.status, nobody.answer.code], [401, 'unauthorized']);
  });
});
