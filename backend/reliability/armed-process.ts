// Runs the unchanged product with fault injection: the network and the database driver are wrapped before it starts, so
// that the process ends by SIGKILL at exactly one point of the flow. The test also sets the clock that it sees.
import { join } from 'node:path';
import type { DatabaseConnection, Driver } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import { LATE_MS, type Point, TRAPS, type Trap } from './points.ts';
import { setDateWrong } from './wrong-date.ts';

setDateWrong();
const folder = Deno.env.get(TRAPS);
if (folder === undefined) throw new Error(`needs ${TRAPS}`);
const isApi = Deno.env.get('PRIMAZIA_ROLE') === 'api';

/** Whether this process walks into the trap at a point. Taking the file away makes it one process of several. */
function isTrapped(trap: Trap): boolean {
  try {
    Deno.removeSync(join(folder!, trap));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function pass(point: Point): void {
  if (isTrapped(point)) Deno.kill(Deno.pid, 'SIGKILL');
}

/** What a transaction that is about to be committed has done. */
interface Done {
  texts: string[];
}

const wrote = ({ texts }: Done, pattern: RegExp) => texts.some((text) => pattern.test(text));
const isSnapshot = (done: Done) => wrote(done, /insert into market_snapshot\b/);
const isDecision = (done: Done) => wrote(done, /insert into price_update\b/);
const isIntake = (done: Done) => isApi && wrote(done, /insert into pgboss\.job/);
const isOrder = (done: Done) => wrote(done, /insert into order_line\b/);
const isSum = (done: Done) => wrote(done, /insert into account_day\b/);
const isSettled = (done: Done) =>
  wrote(done, /update price_update\b/) &&
  wrote(done, /update listing_pricing\b[\s\S]*last_set_price/);

function beforeCommit(done: Done): void {
  if (isSnapshot(done)) pass('snapshot-open');
  if (isDecision(done)) pass('decision-open');
  if (isOrder(done)) pass('order-open');
  if (isSum(done)) pass('sums-open');
}

function afterCommit(done: Done): void {
  if (isIntake(done)) pass('notification-written');
  if (isDecision(done)) pass('update-written');
  if (isSettled(done)) pass('call-settled');
  if (isOrder(done)) pass('order-written');
}

/** Follows every transaction of a driver. */
function follow(driver: Driver): Driver {
  const open = new WeakMap<DatabaseConnection, Done>();
  const acquire = driver.acquireConnection.bind(driver);
  const begin = driver.beginTransaction.bind(driver);
  const commit = driver.commitTransaction.bind(driver);
  driver.acquireConnection = async (...args) => {
    const connection = await acquire(...args);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = (query, ...rest) => {
      open
        .get(connection)
        ?.texts.push(query.sql.replaceAll('"', '').replace(/\s+/g, ' ').toLowerCase());
      return execute(query, ...rest);
    };
    return connection;
  };
  driver.beginTransaction = async (connection, ...rest) => {
    await begin(connection, ...rest);
    open.set(connection, { texts: [] });
  };
  driver.commitTransaction = async (connection, ...rest) => {
    const done = open.get(connection) ?? { texts: [] };
    beforeCommit(done);
    await commit(connection, ...rest);
    afterCommit(done);
  };
  return driver;
}

const createDriver = PostgresJSDialect.prototype.createDriver;
PostgresJSDialect.prototype.createDriver = function (this: PostgresJSDialect) {
  return follow(createDriver.call(this));
};

/** Sets a price at a marketplace, as opposed to a request that validates one. */
function setsPrice({ pathname, searchParams }: URL, method: string | undefined): boolean {
  if (method === 'PUT') return pathname.includes('/items/');
  if (method === 'PATCH') return searchParams.get('mode') === null;
  return method === 'POST' && /\/(?:update_price|portfolios\/prices\/[^/]+)$/.test(pathname);
}

const send = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const isPush = setsPrice(new URL(input instanceof Request ? input.url : input), init?.method);
  if (isPush) pass('call-recorded');
  if (isPush && isTrapped('call-late')) {
    // Somewhere on the way, where no signal of the caller reaches it any more.
    await new Promise((wake) => setTimeout(wake, LATE_MS));
    return await send(input, { ...init, signal: null });
  }
  const answer = await send(input, init);
  if (isPush) pass('call-answered');
  return answer;
};

const isNotification = (request: Request) =>
  request.method === 'POST' && new URL(request.url).pathname.startsWith('/api/webhooks/');

const serve = Deno.serve as (
  options: Deno.ServeTcpOptions,
  handle: Deno.ServeHandler<Deno.NetAddr>,
) => Deno.HttpServer<Deno.NetAddr>;
const serveArmed: typeof serve = (options, handle) =>
  serve(options, (request, info) => {
    if (isNotification(request)) pass('notification-received');
    return handle(request, info);
  });
Object.assign(Deno, { serve: serveArmed });

await import('../main.ts');
