// The whole application over a real socket, with two unrelated companies.
import { createApp } from '../app.ts';
import { connectAccount, type MarketplaceContext } from '../catalog/actions.ts';
import { allRoutes } from '../domains.ts';
import { authenticate } from '../identity/actions.ts';
import { knownOrigins } from '../identity/host-origins.ts';
import { hashPassword } from '../identity/passwords.ts';
import { signAccess } from '../identity/tokens.ts';
import type { Marketplace } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { ok } from '../kernel/result.ts';
import type { Actor } from '../platform/app-context.ts';
import type { Limits } from '../platform/http.ts';
import { openScene, type Scene } from './pricing-scene.ts';
import { seedCompany } from './test-context.ts';
import { makeThings, type TestCompany, type Things } from './things.ts';

/** Of everybody whom `addPerson` adds. */
export const TEST_PASSWORD = 'Serra#2026';

export interface WholeApp {
  scene: Scene;
  ctx: MarketplaceContext;
  url: string;
  port: number;
  ours: TestCompany;
  theirs: TestCompany;
  /** Makes one of everything. */
  createThings(company: TestCompany): Promise<Things>;
  /** An access token of a new session. Without a company none is chosen. */
  tokenOf(
    person: { personId: number; companyId?: number; role?: Actor['role'] },
    options?: { ended?: boolean },
  ): Promise<string>;
  /** Adds a user to a company. */
  addPerson(company: TestCompany, role: Actor['role']): Promise<number>;
  close(): Promise<void>;
}

export async function openWholeApp(limits: Partial<Limits> = {}): Promise<WholeApp> {
  const scene = await openScene();
  const { database, ctx } = scene;
  const { owner } = database;
  const check = authenticate(ctx);
  const routes = allRoutes(ctx, { version: 'test', workersHealthy: () => true });
  const app = createApp(ctx, routes, {
    authenticate: check,
    knowsOrigin: knownOrigins(ctx),
    version: 'test',
    checkAnswers: true,
    limits,
  });
  const server = Deno.serve(
    { port: 0, hostname: '127.0.0.1', onListen: () => undefined },
    app.fetch,
  );
  const passwordHash = await hashPassword(TEST_PASSWORD);
  let made = 0;
  const number = () => {
    made += 1;
    return made;
  };

  const company = async (mark: string): Promise<TestCompany> => {
    const name = `${mark} company`;
    const seeded = await seedCompany(owner, { name, personName: `${mark} owner`, sellerId: mark });
    return { ...seeded, mark };
  };

  const addPerson = async (to: TestCompany, role: Actor['role']): Promise<number> => {
    const email = `${to.mark.toLowerCase()}-${number()}@example.test`;
    const [person] = await owner<{ id: number }[]>`
      insert into person (email, name, password_hash, created_at)
      values (${email}, ${`${to.mark} person`}, ${passwordHash}, ${ctx.clock()})
      returning id`;
    await owner`insert into membership (company_id, person_id, role) values (${to.companyId}, ${person!.id}, ${role})`;
    return person!.id;
  };

  /** Makes requests to the marketplace with a company's account. */
  const connect = async ({ companyId, mark }: TestCompany) => {
    const { marketplace } = scene.shop;
    const named: Marketplace = {
      ...marketplace,
      async authorize(grant) {
        const granted = await marketplace.authorize(grant);
        return granted.ok
          ? ok(granted.value.map((one) => ({ ...one, sellerId: mark, nickname: mark })))
          : granted;
      },
    };
    marketplace.codes.add('code');
    const grant = { code: 'code', params: {} };
    const marketplaces = marketplacesOf([named]);
    await connectAccount({ ...ctx, marketplaces }, companyId, marketplace.slug, grant);
  };
  const ours = await company('OURS');
  await connect(ours);

  return {
    scene,
    ctx,
    port: server.addr.port,
    url: `http://127.0.0.1:${server.addr.port}`,
    ours,
    theirs: await company('THEIRS'),
    addPerson,
    async createThings(to) {
      const things = await makeThings({ ctx, owner, number }, to);
      return { ...things, personId: await addPerson(to, 'analyst') };
    },
    async tokenOf({ personId, companyId, role }, { ended = false } = {}) {
      const id = crypto.randomUUID();
      const now = ctx.clock();
      const later = new Date(now.getTime() + 86_400_000);
      await owner`
        insert into session (id, person_id, company_id, refresh_hash, created_at, rotated_at, expires_at, ended_at)
        values (${id}, ${personId}, ${companyId ?? null}, ${id}, ${now}, ${now}, ${later}, ${ended ? now : null})`;
      const claims = {
        sub: String(personId),
        sid: id,
        company: companyId ?? null,
        role: role ?? null,
        must_change_password: false,
        host: null,
        module: null,
      };
      return await signAccess(ctx.config.secrets.jwtSecret, claims, now);
    },
    async close() {
      await server.shutdown();
      await scene.close();
    },
  };
}
