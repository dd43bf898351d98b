// The demo: two companies, and one person who works in both. The first has an account at every marketplace of the sandbox, the
// second at some of them.
import { adsAccounts, connectAdvertising } from './ads/actions.ts';
import {
  accountsOf,
  connectAccount,
  type MarketplaceContext,
  setCosts,
} from './catalog/actions.ts';
import { MAX_COST_ITEMS } from './catalog/contract.ts';
import { createPerson } from './identity/actions.ts';
import { hashPassword, verifyPassword } from './identity/passwords.ts';
import { MANIFESTS } from './integrations/registry.ts';
import { type Minor, toAmount } from './kernel/money.ts';
import type { Actor } from './platform/app-context.ts';
import { type Db, openPool, toDb, within } from './platform/db.ts';
import { seeingAll } from './platform/owner.ts';

export const DEMO_EMAIL = 'demo@primazia.test';

const COMPANIES = ['Casa Aurora', 'Norte Eletrônicos'] as const;

/** One process seeds at a time; the others wait, and then have nothing to do. */
const LOCK = 7_463_928_572;

/** The demo person, with the password that is in force now. */
async function ensurePerson(owner: Db, password: string, now: Date): Promise<number> {
  const known = await owner
    .selectFrom('person')
    .select(['id', 'password_hash'])
    .where('email', '=', DEMO_EMAIL)
    .executeTakeFirst();
  if (known === undefined) {
    return await createPerson(owner, { email: DEMO_EMAIL, name: 'Marina Demo', password }, now);
  }
  if (!(await verifyPassword(known.password_hash, password))) {
    await owner
      .updateTable('person')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', known.id)
      .execute();
  }
  return known.id;
}

/** The demo companies' ids, in the order of `COMPANIES`: created in one transaction, so that all or none exist. */
async function ensureCompanies(owner: Db, personId: number, now: Date): Promise<number[]> {
  return await owner.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('membership')
      .innerJoin('company', 'company.id', 'membership.company_id')
      .select(['company.id', 'company.name'])
      .where('membership.person_id', '=', personId)
      .orderBy('company.id')
      .execute();
    const ids: number[] = [];
    for (const name of COMPANIES) {
      const found = known.find((company) => company.name === name);
      if (found !== undefined) {
        ids.push(found.id);
        continue;
      }
      const { id } = await trx
        .insertInto('company')
        .values({
          name,
          country_code: 'BR',
          stops_price_changes: false,
          stale_market_hours: 24,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('membership')
        .values({ company_id: id, person_id: personId, role: 'owner' })
        .execute();
      ids.push(id);
    }
    return ids;
  });
}

/**
 * Connects a demo company's accounts at the sandbox, or connects them again where the marketplace ended their access. A
 * marketplace that is not set up is left out.
 * @param at the company's index among the demo companies
 */
async function ensureAccounts(ctx: MarketplaceContext, companyId: number, at: number) {
  const accounts = await accountsOf(ctx, companyId);
  for (const { id, slug, connection } of MANIFESTS) {
    const grant = connection?.demoGrants[at];
    if (grant === undefined || ctx.marketplaces.byId(id) === null) continue;
    const isConnected = accounts.some(
      ({ marketplaceId, status }) => marketplaceId === id && status === 'active',
    );
    if (!isConnected) await connectAccount(ctx, companyId, slug, grant);
  }
}

/** Authorizes the advertising of a demo company's accounts, if it needs a separate authorization. */
async function ensureAdvertising(ctx: MarketplaceContext, companyId: number, at: number) {
  for (const { accountId, marketplaceId, status } of await adsAccounts(ctx, companyId)) {
    const manifest = MANIFESTS.find(({ id }) => id === marketplaceId);
    const grant = manifest?.connection?.demoAdsGrants?.[at];
    if (grant !== undefined && (status === 'none' || status === 'inactive'))
      await connectAdvertising(ctx, companyId, accountId, grant);
  }
}

/**
 * Creates the missing parts of the demo: the first start creates everything, an interrupted one is continued, and later ones
 * find it complete. A renamed company counts as missing.
 * @param ownerUrl the address of the owner of the tables
 * @returns the ids of the demo companies
 */
export async function seed(ctx: MarketplaceContext, ownerUrl: string): Promise<number[]> {
  const pool = openPool(ownerUrl, 3);
  try {
    const lock = await pool.reserve();
    try {
      await lock.unsafe(`select pg_advisory_lock(${LOCK})`);
      const owner = toDb(pool);
      const companies = await seeingAll(pool, async () => {
        const personId = await ensurePerson(owner, ctx.config.secrets.demoPassword, ctx.clock());
        return await ensureCompanies(owner, personId, ctx.clock());
      });
      for (const [at, companyId] of companies.entries()) {
        await ensureAccounts(ctx, companyId, at);
        await ensureAdvertising(ctx, companyId, at);
      }
      return companies;
    } finally {
      await lock.unsafe(`select pg_advisory_unlock(${LOCK})`);
      lock.release();
    }
  } finally {
    await pool.end({ timeout: 5 });
  }
}

/** How many of five listings get a cost, so that a person sees both: listings with a margin, and listings without. */
const COSTED_OF_FIVE = 3;

/** The demo's costs of a listing: between 52 and 71 % of its price, by its id. */
const demoCosts = ({ id, price }: { id: number; price: Minor }) => ({
  listingId: id,
  cost: toAmount(Math.round((price * (52 + (id % 20))) / 100)),
  taxPercent: 6 + (id % 4),
});

/**
 * Gives part of a demo company's listings a cost, once: if the company has any, nothing is done. The fees come from the
 * marketplaces. Call after the first sync; before it there are no listings.
 */
export async function seedCosts(ctx: MarketplaceContext, companyId: number): Promise<void> {
  const { personId, listings } = await within(ctx.db, { company: companyId }, async (trx) => {
    const [known] = await trx
      .selectFrom('listing_cost')
      .select('listing_id')
      .where('company_id', '=', companyId)
      .limit(1)
      .execute();
    const member = await trx
      .selectFrom('membership')
      .select('person_id')
      .where('company_id', '=', companyId)
      .orderBy('person_id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const rows = await trx
      .selectFrom('listing')
      .select(['id', 'price'])
      .where('company_id', '=', companyId)
      .where('status', '!=', 'ARCHIVED')
      .orderBy('id')
      .execute();
    return { personId: member.person_id, listings: known === undefined ? rows : [] };
  });
  const actor: Actor = { personId, companyId, role: 'owner' };
  const items = listings.filter(({ id }) => id % 5 < COSTED_OF_FIVE).map(demoCosts);
  for (let from = 0; from < items.length; from += MAX_COST_ITEMS) {
    await setCosts(ctx, actor, items.slice(from, from + MAX_COST_ITEMS));
  }
}
