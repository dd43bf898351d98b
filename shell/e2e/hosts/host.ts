import { type BrowserContext, expect, type Page, request } from '@playwright/test';
import type { CompanySession, Host, SignedIn } from '@primazia/backend/identity/contract';
import { EMAIL, PASSWORD } from '../person.ts';
import { startErp } from './erp.mjs';

/** The origin of the ERP's pages for the browser: another site than ours, as with real hosts. */
export const ERP = 'https://pedra-erp.example';
/** The same pages at an origin that no company has registered. */
export const STRANGER = 'https://outro-erp.example';
const COMPANIES = ['Casa Aurora', 'Norte Eletrônicos'] as const;

/** What the ERP's page records of the elements' events. */
interface ErpWindow {
  erp: {
    events: { name: string; tag: string; detail: Record<string, unknown> }[];
    keys: string[];
    tokenRequests: number;
  };
}

export interface ErpHost {
  companies: Record<(typeof COMPANIES)[number], number>;
  /** Lets the ERP refuse tokens, or give them again. */
  refuse: (now: boolean) => void;
  /** Serves the ERP's pages in a context, and lets them call the server of the test, which is on this machine. */
  serve: (context: BrowserContext, origin?: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Starts the ERP, and registers it with two companies, as their owner. */
export async function openErp(primazia: string): Promise<ErpHost> {
  const erp = await startErp({ primazia });
  const api = await request.newContext({ baseURL: primazia });
  const post = async <Answer>(
    path: string,
    token: string | null,
    data: object,
  ): Promise<Answer> => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await api.post(`/api${path}`, { headers, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return await answer.json();
  };
  const signedIn = await post<SignedIn>('/auth/login', null, { email: EMAIL, password: PASSWORD });
  const ids = await Promise.all(
    COMPANIES.map(async (name) => {
      const company = signedIn.companies.find((one) => one.name === name)?.id ?? 0;
      const choice = { companyId: company };
      const { token } = await post<CompanySession>('/auth/company', signedIn.token, choice);
      const issuer = 'pedra-erp';
      const host = await post<Host>('/v1/hosts', token, {
        issuer,
        publicKey: erp.publicKey,
        modules: ['mfe-pricing', 'mfe-integrations'],
        origins: [ERP],
      });
      erp.register({ company, kid: host.kid, issuer, email: EMAIL });
      return [name, company] as const;
    }),
  );
  await api.dispose();
  return {
    companies: Object.fromEntries(ids) as ErpHost['companies'],
    refuse: erp.refuse,
    serve: async (context, origin = ERP) => {
      await context.grantPermissions(['local-network-access'], { origin });
      await context.route(`${origin}/**`, async (route) => {
        const { pathname, search } = new URL(route.request().url());
        const method = route.request().method();
        const answer = await fetch(erp.origin + pathname + search, { method });
        const body = Buffer.from(await answer.arrayBuffer());
        await route.fulfill({
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          body,
        });
      });
    },
    close: erp.close,
  };
}

/** The names of the events that the ERP's page has received. */
export const eventNamesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as ErpWindow).erp.events.map(({ name }) => name));

export const detailsOf = (page: Page, event: string) =>
  page.evaluate(
    (name) =>
      (window as unknown as ErpWindow).erp.events
        .filter((one) => one.name === name)
        .map(({ detail }) => detail),
    event,
  );

/** The keys that reached the ERP's shortcuts. */
export const keysReceived = (page: Page) =>
  page.evaluate(() => (window as unknown as ErpWindow).erp.keys.join(''));

/** How often the ERP was asked for a token. */
export const tokenRequests = (page: Page) =>
  page.evaluate(() => (window as unknown as ErpWindow).erp.tokenRequests);
