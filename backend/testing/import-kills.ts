// Imports that two workers read, write and undo while the active one is killed again and again, compared with the same
// import without kills.
import { join } from 'node:path';
import { applySheet, getSheet, undoSheet, uploadSheet } from '../pricing/actions.ts';
import { importRunner } from '../pricing/rules/spreadsheets/read.ts';
import { diceAt } from '../sandbox/world/dice.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { growListings } from './growth.ts';
import { type SeededCompany, seedCompany, type TestContext, testContext } from './test-context.ts';

const FILE = join(import.meta.dirname!, 'import-process.ts');
const POLL_MS = 2;
const MOST_REPORTED = 3;
/** About the duration of a step, so that kills happen at any moment of it. */
const STEP_MS = 40;

const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

interface Worker {
  isAtWork: boolean;
  /** Ends it as a machine does that loses its power. */
  kill(): Promise<void>;
}

function startWorker(url: string, companyId: number, seed: number): Worker {
  const child = new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-lock', '--no-check', '--unstable-no-legacy-abort', FILE],
    env: { IMPORT_URL: url, IMPORT_COMPANY: String(companyId), IMPORT_SEED: String(seed) },
    stdin: 'null',
    stdout: 'piped',
    stderr: 'inherit',
  }).spawn();
  let isKilled = false;
  const listen = async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream()))
      worker.isAtWork = text.trimEnd().endsWith('taken');
  };
  const ended = Promise.all([child.status, listen()]).then(([{ code }]) => {
    if (!isKilled) throw new Error(`A worker ended without being killed, with ${code}`);
  });
  const worker: Worker = {
    isAtWork: false,
    async kill() {
      isKilled = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
  return worker;
}

/** Two workers of a company's batches. */
function startWorkers({ owner, url }: TestDatabase, companyId: number, seed: number) {
  const dice = diceAt(seed);
  let started = seed * 1_000;
  const start = () => {
    started += 1;
    return startWorker(url, companyId, started);
  };
  let workers = [start(), start()];
  const poll = async (sheetId: number) => {
    const [row] = await owner<{ done: number; total: number; isOpen: boolean }[]>`
      select done, total, state in ('queued', 'reading', 'writing', 'undoing') as "isOpen" from rule_batch
      where company_id = ${companyId} and id = ${sheetId}`;
    return row!;
  };
  return {
    /** Waits until a batch is over, and kills its worker so often until then; gives how often it was. */
    async disturb(sheetId: number, kills: number): Promise<number> {
      let killed = 0;
      for (;;) {
        const { done, total, isOpen } = await poll(sheetId);
        if (!isOpen) return killed;
        const holder = workers.find(({ isAtWork }) => isAtWork);
        const isDue = killed < kills && done >= (total * (killed + 0.5)) / (kills + 1);
        await pause(isDue ? dice.roll() * STEP_MS : POLL_MS);
        if (holder === undefined || !isDue || !holder.isAtWork) continue;
        await holder.kill();
        killed += 1;
        workers = [...workers.filter((worker) => worker !== holder), start()];
        // So long that it counts as dead: what the other one waits for.
        await owner`
          update rule_batch set beat_at = beat_at - interval '1 hour'
          where company_id = ${companyId} and id = ${sheetId} and claim is not null`;
      }
    },
    end: () => Promise.all(workers.map((worker) => worker.kill())),
  };
}

async function workInPeace(ctx: TestContext, companyId: number): Promise<void> {
  const never = new AbortController().signal;
  for (;;) {
    const acquired = await importRunner.acquire(ctx, companyId);
    if (acquired.kind !== 'acquired') return;
    await importRunner.run(ctx, acquired, never);
  }
}

type Stocked = Awaited<ReturnType<typeof stock>>;

/** Listings, of which each third has a rule already, and a file that makes and changes rules of all, but for some rows. */
async function stock(database: TestDatabase, rows: number) {
  const { owner } = database;
  const company = await seedCompany(owner);
  const { companyId } = company;
  const { listingIds } = await growListings(owner, { ...company, count: rows });
  await owner`
    with made as (
      insert into rule (company_id, name, origin, version, status, min_price, max_price, settings, created_at, updated_at)
      select ${companyId}, l.sku_marketplace, 'own', 1, 'disabled', 7000, 15000, ${SETTINGS}::text::jsonb, now(), now()
      from listing l where l.company_id = ${companyId} and substr(l.sku, 2)::integer % 3 = 0
      returning id, name)
    insert into rule_listing (company_id, rule_id, listing_id)
    select ${companyId}, made.id, l.id from made
    join listing l on l.company_id = ${companyId} and l.sku_marketplace = made.name`;
  const lines = listingIds.map((_id, n) => {
    const minimum = n % 17 === 5 ? '1.299' : `${60 + (n % 30)},50`;
    return `S${n + 1};${minimum};Ganhar;${n % 4}`;
  });
  const csv = ['SKU;Preço mínimo;Estratégia;Margem segura (%)', ...lines].join('\r\n');
  return { company, bytes: new TextEncoder().encode(csv) };
}

const SETTINGS = JSON.stringify({
  baseOn: 'LOWEST_PRICE',
  control: 'REGAIN',
  endDate: null,
  strategy: 'MATCH',
  warGuard: null,
  acosLimit: null,
  minimumBy: 'AMOUNT',
  roasLimit: null,
  startDate: null,
  adjustment: { type: 'VALUE', amount: 1 },
  comparison: 'IDENTICAL',
  safeMargin: 0,
  competition: 'BUYBOX',
  marketplaceId: null,
  minimumPercent: null,
  allMarketplaces: true,
  buyboxExceptions: [],
  requiresApproval: false,
  considerShippingPrice: false,
  applyMinPriceWhenLosing: true,
  outsideBuyboxExceptions: [],
});

/** All that a file left behind, but for ids and times: each row, each rule with its version, each line of the log. */
async function leftBehind({ owner }: TestDatabase, { companyId }: SeededCompany) {
  const rows = await owner`
    select seq, line, state, kind, codes, patch, after, version, undo_code from rule_batch_row
    where company_id = ${companyId} order by seq`;
  const rules = await owner`
    select r.name, r.version, r.status, r.min_price, r.max_price, r.settings, l.sku_marketplace
    from rule r
    left join rule_listing o on o.company_id = r.company_id and o.rule_id = r.id
    left join listing l on l.company_id = o.company_id and l.id = o.listing_id
    where r.company_id = ${companyId} order by r.name, r.version, r.min_price`;
  const reported = await owner<{ action: string; name: string; version: string; times: number }[]>`
    select action, values->>'name' as name, values->>'version' as version, count(*)::integer as times from audit_log
    where company_id = ${companyId} and action like 'pricing.rule%' group by 1, 2, 3 order by 1, 2, 3`;
  return { rows, rules, reported };
}

/** The differences of two runs, in words; of many only some. */
function differencesOf(
  killed: Awaited<ReturnType<typeof leftBehind>>,
  peaceful: Awaited<ReturnType<typeof leftBehind>>,
): string[] {
  return (['rows', 'rules', 'reported'] as const).flatMap((what) => {
    const own = killed[what].map((row) => JSON.stringify(row));
    const other = peaceful[what].map((row) => JSON.stringify(row));
    const ownOnes = new Set(own);
    const otherOnes = new Set(other);
    const counts = own.length === other.length ? [] : [`${what}: ${own.length}, ${other.length}`];
    const more = own.filter((row) => !otherOnes.has(row)).map((row) => `${what}, killed: ${row}`);
    const less = other.filter((row) => !ownOnes.has(row)).map((row) => `${what}, peace: ${row}`);
    return [...counts, ...more.slice(0, MOST_REPORTED), ...less.slice(0, MOST_REPORTED)];
  });
}

export interface ImportKills {
  seed: number;
  /** While it was read, written and taken back. */
  kills: number[];
  written: number;
  restored: number;
  /** After the writing, and after the taking back: between the one with kills and the one in peace. */
  differences: string[];
  /** Audit lines about rules, and how many of them are duplicates. */
  reported: number;
  reportedTwice: number;
}

/** Reads, writes and takes back a file of so many rows, with so many kills in each of the three. */
export async function importKills(options: {
  seed: number;
  rows: number;
  kills: readonly [reading: number, writing: number, undoing: number];
}): Promise<ImportKills> {
  const { seed, rows } = options;
  const [reading, writing, undoing] = options.kills;
  const database = await testDatabase();
  const ctx = testContext(database.db);
  const disturbed = await stock(database, rows);
  const peaceful = await stock(database, rows);
  const workers = startWorkers(database, disturbed.company.companyId, seed);
  try {
    const ids = { disturbed: 0, peaceful: 0 };
    /** Does the same in both companies: once with kills, once in peace. */
    const both = async (
      act: (stocked: Stocked, sheetId: number) => Promise<{ id: number }>,
      kills: number,
    ) => {
      ids.disturbed = (await act(disturbed, ids.disturbed)).id;
      ids.peaceful = (await act(peaceful, ids.peaceful)).id;
      const killed = await workers.disturb(ids.disturbed, kills);
      await workInPeace(ctx, peaceful.company.companyId);
      return killed;
    };
    const differences: string[] = [];
    let reportedOfAll: { times: number }[] = [];
    const compare = async () => {
      const killed = await leftBehind(database, disturbed.company);
      differences.push(...differencesOf(killed, await leftBehind(database, peaceful.company)));
      reportedOfAll = killed.reported.map(({ times }) => ({ times }));
    };
    const read = await both(
      ({ company, bytes }) => uploadSheet(ctx, company.actor, 'kills.csv', bytes, 'pt'),
      reading,
    );
    const wrote = await both(
      ({ company }, id) => applySheet(ctx, company.actor, id, 'good'),
      writing,
    );
    await compare();
    const undid = await both(({ company }, id) => undoSheet(ctx, company.actor, id), undoing);
    await compare();
    const { counts } = await getSheet(ctx, disturbed.company.actor, ids.disturbed);
    return {
      seed,
      kills: [read, wrote, undid],
      written: counts.written,
      restored: counts.restored,
      differences,
      reported: reportedOfAll.length,
      reportedTwice: reportedOfAll.filter(({ times }) => times > 1).length,
    };
  } finally {
    await workers.end();
    await database.close();
  }
}
