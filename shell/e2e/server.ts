import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { CompanySession, SignedIn } from '@primazia/backend/identity/contract';
import type { Locale } from '@primazia/backend/kernel/id';
import { EMAIL, PASSWORD } from './person.ts';

export interface Login {
  email: string;
  password: string;
}

export const DEMO: Login = { email: EMAIL, password: PASSWORD };
export const COMPANY = 'Casa Aurora';

/** The API for one person in a company, without the pages. */
export interface Server {
  entered: CompanySession;
  /** The answer is what its endpoint promises. */
  call<Answer>(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    data?: object,
  ): Promise<Answer>;
}

/** Signs in without the pages. */
export async function serverOf(
  request: APIRequestContext,
  who: Login = DEMO,
  where = COMPANY,
): Promise<Server> {
  const send = async <Answer>(
    method: string,
    path: string,
    token: string | null,
    data?: object,
  ): Promise<Answer> => {
    const response = await request.fetch(`/api${path}`, {
      method,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(data === undefined ? {} : { data }),
    });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return await response.json();
  };
  const { token, companies } = await send<SignedIn>('post', '/auth/login', null, who);
  const company = companies.find(({ name }) => name === where);
  const body = { companyId: company?.id };
  const entered = await send<CompanySession>('post', '/auth/company', token, body);
  return {
    entered,
    call: (method, path, data) => send(method, path, entered.token, data),
  };
}

/** Opens a page as a person who has signed in before; each page has its own session. */
export async function openAs(
  page: Page,
  { entered }: Server,
  path: string,
  locale: Locale = 'pt',
): Promise<void> {
  await page.addInitScript(
    ([key, session]) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, session);
    },
    [
      'primazia.session',
      JSON.stringify({
        token: entered.token,
        refreshToken: entered.refresh_token,
        name: entered.name,
        email: entered.email,
        companyId: entered.company_id,
        companyName: entered.company_name,
        locale,
      }),
    ] as const,
  );
  await page.goto(path);
}

const LOG = join(process.env.PRIMAZIA_E2E_DATA ?? '', 'log', 'primazia.log');

/** The links of the e-mails to an address, oldest first: without a mail server they are in the log. */
export function linksTo(email: string): string[] {
  return readFileSync(LOG, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"letter":"To: ${email}`))
    .flatMap((line) => {
      const { letter } = JSON.parse(line) as { letter: string };
      const [link] = /https?:\S+\/change-password\?token=\S+/.exec(letter) ?? [];
      return link === undefined ? [] : [new URL(link)];
    })
    .map(({ pathname, search }) => pathname + search);
}
