import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { failure } from '../../integrations/answers.ts';
import {
  type AuthorizedSeller,
  type Grant,
  NOT_IN_COUNTRY,
} from '../../integrations/marketplace.ts';
import { postgresBuckets } from '../../integrations/postgres-buckets.ts';
import { MANIFESTS, marketplacesOf } from '../../integrations/registry.ts';
import { Problem } from '../../kernel/problem.ts';
import { fail, ok } from '../../kernel/result.ts';
import { accountIn } from '../../kernel/seller.ts';
import type { Actor } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { MARKETPLACE } from '../../testing/marketplaces.ts';
import {
  callFailure,
  type MemoryMarketplace,
  memoryMarketplace,
  remoteListing,
} from '../../testing/memory-marketplace.ts';
import {
  drain,
  type SeededCompany,
  seedCompany,
  type TestContext,
  testContext,
} from '../../testing/test-context.ts';
import type { MarketplaceContext } from '../actions.ts';
import { accountInState } from '../contract.ts';
import { withAccount } from '../credentials.ts';
import { workers } from '../jobs.ts';
import { noteNotified } from '../webhooks.ts';
import {
  completeAccount,
  disconnectAccount,
  integrationsOf,
  renameAccount,
  syncNow,
} from './actions.ts';
import { channelSummaryOf, marketplaceChoices } from './choices.ts';
import { beginConsent, finishConsent } from './consent.ts';

let database: TestDatabase;
let ctx: TestContext & MarketplaceContext;
let market: MemoryMarketplace;
let ours: SeededCompany;
let theirs: SeededCompany;
/** What the marketplace was shown, grant by grant. */
let shown: Grant[];

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const base = testContext(database.db);
  market = memoryMarketplace(base.clock, { sellerId: `seller-${crypto.randomUUID()}` });
  shown = [];
  const { authorize } = market;
  market.authorize = (grant) => {
    shown.push(grant);
    return authorize(grant);
  };
  ctx = Object.assign(base, { marketplaces: marketplacesOf([market]) });
  await database.owner`delete from pgboss.job`;
  ours = await seedCompany(database.owner);
  theirs = await seedCompany(database.owner);
});

const request = (accountId: number | null = null) => ({
  marketplace: 'memory',
  countryCode: 'BR',
  accountId,
});

/** Redirects to the marketplace; gives the returned state, and the parameters of the page. */
async function leave(actor: Actor, accountId: number | null = null) {
  const { address } = await beginConsent(ctx, actor, request(accountId));
  const query = new URL(address).searchParams;
  return { state: query.get('state') ?? '', challenge: query.get('code_challenge') };
}

/** Returns with a code that the marketplace accepts. */
function comeBack(actor: Actor, state: string) {
  market.codes.add('code');
  return finishConsent(ctx, actor, {
    marketplace: 'memory',
    state,
    code: 'code',
    params: {},
    sellerId: null,
  });
}

async function connect(actor: Actor) {
  const { state } = await leave(actor);
  const { id } = await comeBack(actor, state);
  return await completeAccount(ctx, actor, id, 'Minha loja');
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (reason) => reason,
  );
  assert.ok(error instanceof Problem, String(error));
  return error.code;
}

const accountOf = async (id: number, { companyId } = ours) =>
  (await integrationsOf(ctx, companyId)).find((account) => account.id === id);
const stock = (count: number) => {
  for (let n = 0; n < count; n++) market.listings.set(`M${n}`, remoteListing(`M${n}`));
};

describe('connecting an account in the browser', () => {
  it('waits for its name, and then fetches the listings and reports how many', async () => {
    stock(4);
    const { state } = await leave(ours.actor);
    const pending = await comeBack(ours.actor, state);
    assert.equal(pending.status, 'pending');
    assert.equal(pending.name, 'LOJA DA MEMORIA');
    assert.equal(pending.countryCode, 'BR');
    assert.equal(pending.sync, null);
    await drain(ctx, workers(ctx));
    assert.equal((await accountOf(pending.id))?.ads, 0, 'nothing is fetched before it has a name');

    const named = await completeAccount(ctx, ours.actor, pending.id, 'Casa e Cia');
    assert.deepEqual(
      [named.status, named.name, named.sync?.state],
      ['active', 'Casa e Cia', 'waiting'],
    );
    await drain(ctx, workers(ctx));
    const done = await accountOf(pending.id);
    assert.equal(done?.ads, 4);
    assert.deepEqual(done?.sync, {
      state: 'done',
      at: ctx.clock().toISOString(),
      found: 4,
      taken: 4,
    });
    assert.equal(done?.problem, null);
  });

  it('proves with PKCE that the same client requested the code', async () => {
    const { state, challenge } = await leave(ours.actor);
    await comeBack(ours.actor, state);
    const verifier = shown[0]?.codeVerifier ?? '';
    assert.match(verifier, /^[A-Za-z0-9._~-]{43,128}$/);
    assert.equal(createHash('sha256').update(verifier).digest('base64url'), challenge);
    const rows = await database.owner`select account_grant::text as row from account_grant`;
    const stored = JSON.stringify(rows);
    assert.ok(!stored.includes(state) && !stored.includes(verifier), 'neither is kept as it is');
  });

  it('is valid once, also for two concurrent calls', async () => {
    const { state } = await leave(ours.actor);
    const both = await Promise.allSettled([
      comeBack(ours.actor, state),
      comeBack(ours.actor, state),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal(await codeOf(comeBack(ours.actor, state)), 'consent_used');
    assert.equal(market.calls.authorize, 1);
  });

  it('is valid for the person who began, in the company where it was begun', async () => {
    const { state } = await leave(ours.actor);
    assert.equal(await codeOf(comeBack(theirs.actor, state)), 'consent_unknown');
    const [other] = await database.owner<{ id: number }[]>`
      insert into person (email, name, password_hash, created_at)
      values (${`${crypto.randomUUID()}@example.test`}, 'Other', 'x', now()) returning id`;
    await database.owner`
      insert into membership (company_id, person_id, role)
      values (${ours.companyId}, ${other!.id}, 'owner')`;
    const colleague = { ...ours.actor, personId: other!.id };
    assert.equal(await codeOf(comeBack(colleague, state)), 'consent_unknown');
    assert.equal(await codeOf(comeBack(ours.actor, `${state}0`)), 'consent_unknown');
    assert.equal(market.calls.authorize, 0, 'the marketplace is not even asked');
    assert.equal((await comeBack(ours.actor, state)).status, 'pending');
  });

  it('is good for half an hour', async () => {
    const { state } = await leave(ours.actor);
    ctx.advance(30 * 60_000);
    assert.equal(await codeOf(comeBack(ours.actor, state)), 'consent_expired');
    assert.equal(market.calls.authorize, 0);
  });

  it('can be tried again where the marketplace was away, and not where it refused the code', async () => {
    const { authorize } = market;
    market.authorize = () => Promise.resolve(fail(callFailure('unavailable', '503')));
    const { state } = await leave(ours.actor);
    assert.equal(await codeOf(comeBack(ours.actor, state)), 'marketplace_unavailable');
    market.authorize = authorize;
    assert.equal((await comeBack(ours.actor, state)).status, 'pending');

    const next = await leave(ours.actor);
    const wrong = {
      marketplace: 'memory',
      state: next.state,
      code: 'made up',
      params: {},
      sellerId: null,
    };
    assert.equal(await codeOf(finishConsent(ctx, ours.actor, wrong)), 'authorization_refused');
    assert.equal(await codeOf(comeBack(ours.actor, next.state)), 'consent_used');
  });

  it('is refused where another company has the account, which keeps it', async () => {
    const held = await connect(theirs.actor);
    const { state } = await leave(ours.actor);
    assert.equal(await codeOf(comeBack(ours.actor, state)), 'account_elsewhere');
    assert.equal((await integrationsOf(ctx, ours.companyId)).length, 1);
    // The marketplace revoked its earlier tokens: the first company continues with the new ones.
    const works = await withAccount(ctx, theirs.companyId, held.id, (memory, session) =>
      memory.getListings(session, []),
    );
    assert.equal(works.ok, true);

    await database.owner`
      insert into membership (company_id, person_id, role)
      values (${theirs.companyId}, ${ours.personId}, 'analyst')`;
    const again = await leave(ours.actor);
    assert.equal(await codeOf(comeBack(ours.actor, again.state)), 'account_in_your_company');

    await disconnectAccount(ctx, theirs.actor, held.id);
    const last = await leave(ours.actor);
    assert.equal((await comeBack(ours.actor, last.state)).status, 'pending');
  });

  it('of two companies at the same moment connects one', async () => {
    const [one, two] = [await leave(ours.actor), await leave(theirs.actor)];
    const free: MemoryMarketplace['authorize'] = () => {
      market.codes.add('code');
      return memoryAuthorize({ code: 'code', params: {} });
    };
    const memoryAuthorize = market.authorize;
    market.authorize = free;
    const both = await Promise.allSettled([
      comeBack(ours.actor, one.state),
      comeBack(theirs.actor, two.state),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  it('again keeps the name that a person gave, and wants the same seller', async () => {
    const { id } = await connect(ours.actor);
    await disconnectAccount(ctx, ours.actor, id);
    const { state } = await leave(ours.actor, id);
    const back = await comeBack(ours.actor, state);
    assert.deepEqual([back.id, back.name, back.status], [id, 'Minha loja', 'active']);
    assert.equal(back.sync?.state, 'waiting');

    const other = ours.accountId;
    const wrong = await leave(ours.actor, other);
    assert.equal(await codeOf(comeBack(ours.actor, wrong.state)), 'another_seller');
    assert.equal(accountInState(wrong.state), other, 'the same can be begun again');
    assert.equal(accountInState((await leave(ours.actor)).state), null);
  });

  it('as another seller does not change this account', async () => {
    const { id } = await connect(ours.actor);
    const { state } = await leave(ours.actor, ours.accountId);
    assert.equal(await codeOf(comeBack(ours.actor, state)), 'another_seller');
    const call = await withAccount(ctx, ours.companyId, id, (memory, session) =>
      memory.getListings(session, []),
    );
    assert.equal(call.ok, true);
    assert.equal((await accountOf(id))?.status, 'active');
  });

  it('in another country creates a separate account, if a seller has one in each', async () => {
    const { authorize, consent } = market;
    const first = await connect(ours.actor);
    market.consent = { ...consent!, countries: ['BR', 'US'] };
    const byCountry: typeof authorize = async (grant) => {
      const granted = await authorize(grant);
      assert.ok(granted.ok);
      const { countryCode = '' } = grant;
      const named = ({ sellerId, ...backOff }: AuthorizedSeller) => ({
        ...backOff,
        sellerId: countryCode === 'BR' ? sellerId : accountIn(sellerId, countryCode),
      });
      return ok(granted.value.map(named));
    };
    market.authorize = byCountry;
    const goAbroad = async (accountId: number | null) => {
      const abroad = { ...request(accountId), countryCode: 'US' };
      const { address } = await beginConsent(ctx, ours.actor, abroad);
      return await comeBack(ours.actor, new URL(address).searchParams.get('state') ?? '');
    };
    const second = await goAbroad(null);
    assert.notEqual(second.id, first.id);
    market.authorize = () => Promise.resolve(fail(failure('forbidden', NOT_IN_COUNTRY, 'BR')));
    assert.equal(await codeOf(goAbroad(null)), 'not_in_country');
    market.authorize = byCountry;
    // Both are the same seller to a person, and to the marketplace.
    assert.deepEqual([second.sellerId, second.countryCode], [first.sellerId, 'US']);
    assert.deepEqual(
      [(await goAbroad(second.id)).id, (await connect(ours.actor)).id],
      [second.id, first.id],
    );
  });

  it('has the country that the marketplace reports, whichever was chosen', async () => {
    const { authorize } = market;
    market.authorize = async (grant) => {
      const granted = await authorize(grant);
      assert.ok(granted.ok);
      return ok(granted.value.map((seller) => ({ ...seller, countryCode: 'MX' })));
    };
    assert.equal((await connect(ours.actor)).countryCode, 'MX');
  });

  it('of a main account connects each of its sellers, but those of other companies', async () => {
    const held = await connect(theirs.actor);
    const heldSeller = market.sellerId;
    const again = await connect(theirs.actor);
    assert.equal(again.id, held.id);
    const sellers = [heldSeller, ours.sellerId, `new-${heldSeller}`];
    const { authorize } = market;
    market.authorize = async (grant) => {
      const granted = await authorize(grant);
      return granted.ok
        ? ok(sellers.map((sellerId) => ({ ...granted.value[0]!, sellerId, nickname: sellerId })))
        : granted;
    };
    const { state } = await leave(ours.actor, ours.accountId);
    assert.equal((await comeBack(ours.actor, state)).id, ours.accountId);
    const accounts = await integrationsOf(ctx, ours.companyId);
    assert.deepEqual(
      accounts.map(({ sellerId, status }) => [sellerId, status]).sort(),
      [
        [ours.sellerId, 'active'],
        [`new-${heldSeller}`, 'pending'],
      ].sort(),
    );
    const works = await withAccount(ctx, theirs.companyId, held.id, (memory, session) =>
      memory.getListings(session, []),
    );
    assert.equal(works.ok, true);

    const wrong = await leave(theirs.actor, theirs.accountId);
    assert.equal(await codeOf(comeBack(theirs.actor, wrong.state)), 'another_seller');
  });

  it('uses the declared parameters of the redirect besides the code', async () => {
    ctx.marketplaces = marketplacesOf([{ ...market, id: MARKETPLACE.SHOPEE }]);
    const finish = async (params: Record<string, string>, sellerId: string | null) => {
      const { state } = await leave(ours.actor);
      market.codes.add('code');
      const back = { marketplace: 'memory', state, code: 'code', params, sellerId };
      await finishConsent(ctx, ours.actor, back);
      return shown.at(-1)?.params;
    };
    const odd = { shop_id: '7', scope: 'all', __proto__: 'x' };
    assert.deepEqual(await finish(odd, null), { shop_id: '7' });
    assert.deepEqual(await finish({ main_account_id: '9' }, null), { main_account_id: '9' });
    assert.deepEqual(await finish({}, '8'), { shop_id: '8' });
  });

  it('begins only where it can end', async () => {
    const begin = (more: object) => beginConsent(ctx, ours.actor, { ...request(), ...more });
    assert.equal(await codeOf(begin({ marketplace: 'bazaar' })), 'unknown_marketplace');
    assert.equal(await codeOf(begin({ countryCode: 'CA' })), 'country_not_offered');
    assert.equal(await codeOf(begin({ accountId: theirs.accountId })), 'account_not_found');
    const { consent: _, ...closed } = market;
    ctx.marketplaces = marketplacesOf([closed]);
    assert.equal(await codeOf(begin({})), 'marketplace_not_offered');
  });

  it('is recorded in the audit log', async () => {
    const { id } = await connect(ours.actor);
    await renameAccount(ctx, ours.actor, id, 'Outra');
    await syncNow(ctx, ours.actor, id);
    await disconnectAccount(ctx, ours.actor, id);
    const rows = await database.owner<{ action: string; person_id: number }[]>`
      select action, person_id from audit_log where company_id = ${ours.companyId} order by id`;
    assert.deepEqual(
      rows.map(({ action }) => action),
      [
        'catalog.consent_begun',
        'catalog.account_connected',
        'catalog.account_completed',
        'catalog.account_renamed',
        'catalog.account_sync_asked',
        'catalog.account_disconnected',
      ],
    );
    assert.ok(rows.every(({ person_id }) => person_id === ours.personId));
  });
});

describe('an account that is connected', () => {
  it('reports how the last fetching failed, until one ends well', async () => {
    stock(4);
    const { id } = await connect(ours.actor);
    market.failures.scan.push(callFailure('forbidden', '403'));
    await drain(ctx, workers(ctx)).catch(() => undefined);
    const failed = await accountOf(id);
    assert.deepEqual(
      [failed?.sync?.state, failed?.problem, failed?.problemDetail],
      ['failed', 'forbidden', 'memory: 403'],
    );
    await syncNow(ctx, ours.actor, id);
    await drain(ctx, workers(ctx));
    const done = await accountOf(id);
    assert.deepEqual([done?.sync?.state, done?.problem, done?.ads], ['done', null, 4]);
  });

  it('is published live, at each step', async () => {
    stock(2);
    const received: { event?: { type: string; ids: number[] } }[] = [];
    const { id } = await connect(ours.actor);
    const { unlisten } = await database.owner.listen('live', (text) =>
      received.push(JSON.parse(text)),
    );
    await drain(ctx, workers(ctx));
    await database.owner.notify('live', '"end"');
    while ((received.at(-1) as unknown) !== 'end') await new Promise((wake) => setTimeout(wake, 5));
    await unlisten();
    const steps = received.filter(({ event }) => event?.type === 'accounts' && event.ids[0] === id);
    // It began, all listings were named, they were stored, it ended.
    assert.equal(steps.length, 4);
  });

  it('is enqueued once, however often it is requested', async () => {
    const { id } = await connect(ours.actor);
    await drain(ctx, workers(ctx));
    const scans = market.calls.scan;
    for (let n = 0; n < 3; n++) await syncNow(ctx, ours.actor, id);
    await drain(ctx, workers(ctx));
    assert.equal(market.calls.scan, scans + 1);
  });

  it('that is disconnected keeps its listings, and nothing opens it any more', async () => {
    stock(3);
    const { id } = await connect(ours.actor);
    await drain(ctx, workers(ctx));
    const gone = await disconnectAccount(ctx, ours.actor, id);
    assert.deepEqual(
      [gone.status, gone.problem, gone.ads, gone.sync],
      ['inactive', 'disconnected', 3, null],
    );
    const call = await withAccount(ctx, ours.companyId, id, (memory, session) =>
      memory.getListings(session, ['M0']),
    );
    assert.equal(call.ok, false);
    const [credentials] = await within(ctx.db, { company: ours.companyId }, (trx) =>
      trx.selectFrom('account_credentials').select('sealed').where('account_id', '=', id).execute(),
    );
    assert.equal(credentials, undefined);
    assert.equal(await codeOf(syncNow(ctx, ours.actor, id)), 'account_inactive');
    assert.equal(await codeOf(completeAccount(ctx, ours.actor, id, 'x')), 'account_inactive');
    // Again: no change.
    assert.equal((await disconnectAccount(ctx, ours.actor, id)).status, 'inactive');
  });

  it('reports the last notification, to the minute, and the refusal of a subscription', async () => {
    const denied = failure('forbidden', 'denied', 'No permission for notifications');
    market.subscribe = () => Promise.resolve(fail(denied));
    const { id } = await connect(ours.actor);
    await drain(ctx, workers(ctx));
    const notifications = async () => (await accountOf(id))?.notifications;
    assert.deepEqual(await notifications(), { lastAt: null, refusal: denied.message });

    market.subscribe = () => Promise.resolve(ok({}));
    await syncNow(ctx, ours.actor, id);
    await drain(ctx, workers(ctx));
    const begin = ctx.clock();
    const instants: (string | null | undefined)[] = [];
    for (const seconds of [0, 30, 61]) {
      ctx.setTime(new Date(begin.getTime() + seconds * 1_000));
      await within(ctx.db, { company: ours.companyId }, (trx) =>
        noteNotified(ctx, trx, ours.companyId, [id, id]),
      );
      instants.push((await notifications())?.lastAt);
    }
    const later = new Date(begin.getTime() + 61_000).toISOString();
    assert.deepEqual(instants, [begin.toISOString(), begin.toISOString(), later]);
    assert.equal((await notifications())?.refusal, null);
    await disconnectAccount(ctx, ours.actor, id);
    assert.equal(await notifications(), null);
  });

  it('reports how much of the shared limit is used, and until when it is exhausted', async () => {
    const { id, sellerId } = await connect(ours.actor);
    const limit = { perSecond: 0.001, burst: 10 };
    const buckets = postgresBuckets(database.db);
    const key = { marketplace: 'memory', account: sellerId, operation: '*' };
    const ask = { want: 5, urgent: false, patienceMs: 0, keepMs: 0 };
    await buckets.take(key, limit, ask);
    assert.deepEqual((await accountOf(id))?.quota, { usedPercent: null, restsUntil: null });
    market.limits = { '*': limit };
    assert.equal((await accountOf(id))?.quota?.usedPercent, 50);
    await buckets.take({ ...key, account: 'application' }, limit, { ...ask, want: 2 });
    await buckets.backOff({ ...key, account: 'application' }, 60_000);
    market.quotaOf = () => 'application';
    const { usedPercent, restsUntil } = (await accountOf(id))?.quota ?? {};
    assert.equal(usedPercent, 20);
    assert.ok(restsUntil && Date.parse(restsUntil) > Date.now());
  });

  it('that the marketplace no longer renews reports that, with its time and message', async () => {
    const { id } = await connect(ours.actor);
    const { refresh } = market;
    const revoked = failure('invalid', 'invalid_grant', 'Revoked by the seller');
    market.refresh = () => Promise.resolve(fail(revoked));
    const expired = failure('unauthorized', 'expired', 'The token has ended');
    await withAccount(ctx, ours.companyId, id, () => Promise.resolve(fail(expired)));
    const reported = async () => {
      const { problem, problemDetail, endedAt } = (await accountOf(id))!;
      return [problem, problemDetail, endedAt];
    };
    assert.deepEqual(await reported(), ['refused', revoked.message, ctx.clock().toISOString()]);
    market.refresh = refresh;
    const { state } = await leave(ours.actor, id);
    await comeBack(ours.actor, state);
    assert.deepEqual(await reported(), [null, null, null]);
    await disconnectAccount(ctx, ours.actor, id);
    assert.deepEqual(await reported(), ['disconnected', null, ctx.clock().toISOString()]);
  });

  it('is no one else’s', async () => {
    const { id } = await connect(ours.actor);
    const { actor } = theirs;
    assert.equal(await codeOf(renameAccount(ctx, actor, id, 'Mine')), 'account_not_found');
    assert.equal(await codeOf(syncNow(ctx, actor, id)), 'account_not_found');
    assert.equal(await codeOf(disconnectAccount(ctx, actor, id)), 'account_not_found');
    assert.equal(await codeOf(completeAccount(ctx, actor, id, 'Mine')), 'account_not_found');
    assert.equal((await accountOf(id))?.status, 'active');
    assert.equal(await accountOf(id, theirs), undefined);
  });
});

describe('what there is to connect', () => {
  it('reports what is offered, what is not set up, and what has no connector yet', () => {
    const manifests = MANIFESTS.map((one) =>
      one.slug === 'magalu' ? { ...one, connection: null } : one,
    );
    ctx.marketplaces = marketplacesOf([market], manifests);
    const offers = new Map(marketplaceChoices(ctx).map(({ slug, offer }) => [slug, offer]));
    assert.deepEqual(
      [...offers.keys()],
      MANIFESTS.map(({ slug }) => slug),
    );
    assert.equal(offers.get('mercadolivre'), 'not_set_up');
    assert.equal(offers.get('magalu'), 'not_yet');
    ctx.marketplaces = marketplacesOf([{ ...market, slug: 'mercadolivre' }]);
    const choice = marketplaceChoices(ctx).find(({ slug }) => slug === 'mercadolivre');
    assert.deepEqual([choice?.offer, choice?.countries], ['offered', ['BR']]);
  });

  it('sums up the connected accounts of one marketplace', async () => {
    const { id } = await connect(ours.actor);
    const names = async (marketplaceId: number) =>
      (await channelSummaryOf(ctx, ours.companyId, marketplaceId)).map((one) => one.accountName);
    assert.ok((await names(2)).includes('Minha loja'));
    assert.deepEqual(await names(1), []);
    await disconnectAccount(ctx, ours.actor, id);
    assert.ok(!(await names(2)).includes('Minha loja'));
  });
});
