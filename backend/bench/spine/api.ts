import type * as z from 'zod';
import type { CompanySession, SignedIn } from '../../identity/contract.ts';
import type { Rule, RuleInput } from '../../pricing/contract.ts';

/** The API as a person's page calls it. */
export interface Api {
  createRule(rule: z.input<typeof RuleInput>): Promise<Rule>;
  updateRule(id: number, rule: z.input<typeof RuleInput>, version: number): Promise<Rule>;
}

async function call<T>(
  method: string,
  url: string,
  token: string | null,
  body: object,
): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** Signs a person in, once for each company that he belongs to. */
export async function signIn(
  serverUrl: string,
  email: string,
  password: string,
): Promise<Map<number, Api>> {
  const base = `${serverUrl}/api`;
  const person = await call<SignedIn>('POST', `${base}/auth/login`, null, { email, password });
  const apis = new Map<number, Api>();
  for (const { id } of person.companies) {
    const { token } = await call<CompanySession>('POST', `${base}/auth/company`, person.token, {
      companyId: id,
    });
    apis.set(id, {
      createRule: (rule) => call('POST', `${base}/v2/rules`, token, rule),
      updateRule: (ruleId, rule, version) =>
        call('PUT', `${base}/v2/rules/${ruleId}`, token, { rule, version }),
    });
  }
  return apis;
}
