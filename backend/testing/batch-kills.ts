// Sheets that are read, written and taken back by two workers, of which whoever is at work is killed again and again,
// beside the same sheet that nobody disturbs.
import { join } from 'node:path';
import { applySheet, getSheet, undoSheet, uploadSheet } from '../pricing/actions.ts';
import { runBatch, takeNext } from '../pricing/bulk/run.ts';
import { readUpload } from '../pricing/sheets/read.ts';
import { diceAt } from '../sandbox/world/dice.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { growListings } from './growth.ts';
import { type SeededCompany, seedCompany, type TestHouse, testHouse } from './house.ts';

const FILE = join(import.meta.dirname!, 'batch-process.ts');
const LOOK_MS = 2;
/** About as long as a step takes: a kill comes at any moment of one. */
const STEP_MS = 40;

const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

interface Worker {
  hasTaken: boolean;
  isGone: boolean;
  ended: Promise<Deno.CommandStatus>;
  kill(): void;
}

function startWorker(url: string, companyId: number, seed: number): Worker {
  const child = new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-lock', '--no-check', '--unstable-no-legacy-abort', FILE],
    env: { BATCH_URL: url, BATCH_COMPANY: String(companyId), BATCH_SEED: String(seed) },
    stdin: 'null',
    stdout: 'piped',
    stderr: 'inherit',
  }).spawn();
  const listen = async () => {
    for await (const _text of child.stdout) worker.hasTaken = true;
  };
  const worker: Worker = {
    hasTaken: false,
    isGone: false,
    ended: Promise.all([child.status, listen()]).then(([status]) => {
      worker.isGone = true;
      return status;
    }),
    kill: () => child.kill('SIGKILL'),
  };
  return worker;
}

interface Disturbed {
  database: TestDatabase;
  companyId: number;
  sheetId: number;
  dice: ReturnType<typeof diceAt>;
}

let seeds = 1_000;

/** Has all batches of a company worked, by two workers at a time; gives how many of them were killed at work. */
async function workKilled(the: Disturbed, kills: number): Promise<number> {
  const { database, companyId, sheetId, dice } = the;
  const { owner, url } = database;
  const start = () => {
    seeds += 1;
    return startWorker(url, companyId, seeds);
  };
  const progress = async () => {
    const [row] = await owner<{ done: number; total: number; isOpen: boolean }[]>`
      select done, total, state in ('queued', 'reading', 'writing', 'undoing') as "isOpen" from rule_batch
      where company_id = ${companyId} and id = ${sheetId}`;
    return row!;
  };
  let killed = 0;
  let workers = [start(), start()];
  while ((await progress()).isOpen) {
    const holder = workers.find(({ hasTaken, isGone }) => hasTaken && !isGone);
    const { done, total } = await progress();
    const due = killed < kills && done >= (total * (killed + 0.5)) / (kills + 1);
    if (holder === undefined || !due) {
      await pause(LOOK_MS);
      continue;
    }
    await pause(dice.roll() * STEP_MS);
    if (holder.isGone) continue;
    holder.kill();
    await holder.ended;
    killed += 1;
    workers = [...workers.filter((worker) => worker !== holder), start()];
    // So long that it counts as dead: what the other one waits for.
    await owner`
      update rule_batch set beat_at = beat_at - interval '1 hour'
      where company_id = ${companyId} and id = ${sheetId} and claim is not null`;
  }
  const statuses = await Promise.all(workers.map(({ ended }) => ended));
  for (const { code } of statuses) if (code !== 0) throw new Error(`A worker ended with ${code}`);
  return killed;
}

async function workInPeace(house: TestHouse, companyId: number): Promise<void> {
  const never = new AbortController().signal;
  for (;;) {
    const taken = await takeNext(house, companyId);
    if (taken.kind !== 'taken') return;
    await runBatch(house, companyId, taken, readUpload, never);
  }
}

/** Ads, of which each third has a rule already, and a file that makes and changes rules of all, but for some rows. */
async function stock(database: TestDatabase, rows: number) {
  const { owner } = database;
  const company = await seedCompany(owner);
  const { companyId } = company;
  const { listingIds } = await growListings(owner, { ...company, count: rows });
  await owner`
    with made as (
      insert into rule (company_id, name, origin, version, status, min_price, max_price, settings, created_at, updated_at)
      select ${companyId}, l.sku_marketplace, 'own', 1, 'disabled', 7000, 15000, ${SETTINGS}::text::jsonb, now(), now()
      from listing l where l.company_id = ${companyId} and l.id % 3 = 0
      returning id, name)
    insert into rule_listing (company_id, rule_id, listing_id)
    select ${companyId}, made.id, l.id from made
    join listing l on l.company_id = ${companyId} and l.sku_marketplace = made.name`;
  const lines = listingIds.map((_id, n) => {
    const minimum = n % 17 === 5 ? '1.299' : `${60 + (n % 30)},50`;
    return `S${n + 1};${minimum};Vencer;${n % 4}`;
  });
  const csv = ['SKU;Preço mínimo;Estratégia;Margem de segurança (%)', ...lines].join('\r\n');
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
  const told = await owner`
    select action, values->>'name' as name, values->>'version' as version, count(*)::integer as times from audit_log
    where company_id = ${companyId} and action like 'pricing.rule%' group by 1, 2, 3 order by 1, 2, 3`;
  return { rows: [...rows], rules: [...rules], told: [...told] };
}
export type LeftBehind = Awaited<ReturnType<typeof leftBehind>>;

export interface BatchKills {
  seed: number;
  kills: number;
  written: number;
  restored: number;
  /** After the writing, and after the taking back: with kills, and in peace. */
  results: { killed: LeftBehind; peaceful: LeftBehind }[];
}

/** Reads, writes and takes back a file of so many rows, with so many kills in each of the three. */
export async function batchKills(options: {
  seed: number;
  rows: number;
  kills: number;
}): Promise<BatchKills> {
  const { seed, rows, kills } = options;
  const database = await testDatabase();
  try {
    const house = testHouse(database.db);
    const disturbed = await stock(database, rows);
    const peaceful = await stock(database, rows);
    const upload = ({ company, bytes }: Awaited<ReturnType<typeof stock>>) =>
      uploadSheet(house, company.actor, 'kills.csv', bytes, 'pt');
    const [one, other] = [await upload(disturbed), await upload(peaceful)];
    const { companyId, actor } = disturbed.company;
    const the: Disturbed = { database, companyId, sheetId: one.id, dice: diceAt(seed) };
    const results: BatchKills['results'] = [];
    const compare = async () => {
      await workInPeace(house, peaceful.company.companyId);
      results.push({
        killed: await leftBehind(database, disturbed.company),
        peaceful: await leftBehind(database, peaceful.company),
      });
    };
    let killed = await workKilled(the, kills);
    await workInPeace(house, peaceful.company.companyId);
    await applySheet(house, actor, one.id, 'good');
    await applySheet(house, peaceful.company.actor, other.id, 'good');
    killed += await workKilled(the, kills);
    await compare();
    const { counts } = await getSheet(house, actor, one.id);
    await undoSheet(house, actor, one.id);
    await undoSheet(house, peaceful.company.actor, other.id);
    killed += await workKilled(the, kills);
    await compare();
    const undone = await getSheet(house, actor, one.id);
    return {
      seed,
      kills: killed,
      written: counts.written,
      restored: undone.counts.restored,
      results,
    };
  } finally {
    await database.close();
  }
}
