import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { ModuleName } from '../kernel/module.ts';
import { problem as kernelProblem } from '../kernel/problems.ts';
import { readBody } from '../platform/body.ts';
import { clientAddress, type Network, neighbourhoodOf } from '../platform/client-address.ts';
import { type AppEnv, bearerOf, socketOf } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import { problem as platformProblem } from '../platform/problems.ts';
import { sameSecret } from '../platform/same-secret.ts';
import { modulesIn } from './builds.ts';
import { Companies, Order } from './deployment.ts';
import {
  carryOut,
  DeployError,
  type ModuleFolder,
  receive,
  refuseUnknown,
  stateOf,
} from './deploys.ts';
import { Build } from './manifest.ts';
import { BOUNDS, type Files, PackageError } from './package.ts';
import { problem } from './problems.ts';

export interface DeployApi {
  folder: ModuleFolder;
  /** Its bearer may deploy; null: none may. */
  deployKey: string | null;
  trustedProxies: readonly Network[];
  /** Notifies the open pages of some companies, or of all where it is null, that they have another build. */
  notifyPages: (companies: readonly number[] | null) => Promise<void>;
  log: Log;
}

/** Whose pages have another build by an order; null: all. */
const concernedBy = (order: Order): readonly number[] | null =>
  order.do === 'pin' || order.do === 'unpin' ? (order.companies ?? null) : null;

/** With a little room for the names of the parts. */
const UPLOAD_LIMIT = BOUNDS.all + 256 * 1024;
/** An order is a few hundred bytes, or the ids of a thousand companies. */
const ORDER_LIMIT = 32 * 1024;
/** The time limits of uploading a build, and of an order, in milliseconds. */
const UPLOAD_PATIENCE = 180_000;
const ORDER_PATIENCE = 20_000;

/** So many wrong keys from one address within a minute, and it has to wait for the next one. */
const WRONG_KEYS = 10;
const MINUTE = 60_000;
/** The limit of remembered addresses. */
const MAX_ADDRESSES = 10_000;

const refused = (status: 409 | 422, message: string) =>
  problem('deploy_refused', { status, detail: message });

/** Counts wrong keys; the minute begins with the first one. */
function createGate(clock: () => Date) {
  const wrong = new Map<string, { count: number; until: number }>();
  return (address: string, isRight: () => boolean): void => {
    const now = clock().getTime();
    const known = wrong.get(address);
    const present = known === undefined || known.until <= now ? null : known;
    if (present !== null && present.count >= WRONG_KEYS) {
      const values = { retryAfterSeconds: Math.ceil((present.until - now) / 1_000) };
      throw platformProblem('too_many_attempts', { detail: 'Too many wrong deploy keys', values });
    }
    if (isRight()) return;
    if (wrong.size >= MAX_ADDRESSES) wrong.clear();
    wrong.set(address, { count: (present?.count ?? 0) + 1, until: present?.until ?? now + MINUTE });
    throw kernelProblem('unauthorized', { detail: 'Wrong deploy key' });
  };
}

/** The parts of a form, each a file under its path. */
async function readForm(body: Uint8Array, type: string): Promise<Files> {
  let form: FormData;
  try {
    form = await new Response(body.slice().buffer, {
      headers: { 'content-type': type },
    }).formData();
  } catch (error) {
    throw refused(
      422,
      `This is no form of files: ${error instanceof Error ? error.message : error}`,
    );
  }
  const files: Files = new Map();
  for (const [path, part] of form) {
    if (typeof part === 'string') throw refused(422, `${path} is no file.`);
    if (files.has(path)) throw refused(422, `${path} is there twice.`);
    files.set(path, await part.bytes());
  }
  return files;
}

const parse = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const read = schema.safeParse(value);
  if (!read.success) throw refused(422, z.prettifyError(read.error));
  return read.data;
};

/** What a deploy refuses is an answer; anything else is a bug. */
async function answering<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PackageError) throw refused(422, error.message);
    if (error instanceof DeployError) throw refused(409, error.message);
    throw error;
  }
}

/**
 * Deploys modules to a running installation: a build is uploaded (`PUT`), then it is made live, rolled back or pinned
 * (`POST`). It is separate from the product's API: it has its own key, which permits nothing else, and works during
 * maintenance. Without a configured key it does not exist.
 */
export function deployApi({
  folder,
  deployKey: key,
  trustedProxies,
  notifyPages,
  log,
}: DeployApi): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  if (key === null) return app;
  const admit = createGate(folder.clock);
  const addressOf = (c: Context<AppEnv>) =>
    clientAddress(socketOf(c), c.req.header('x-forwarded-for') ?? null, trustedProxies);

  app.use(async (c, next) => {
    const address = addressOf(c);
    try {
      admit(neighbourhoodOf(address), () => sameSecret(bearerOf(c.req.raw.headers) ?? '', key));
    } catch (error) {
      log.warn('Deploy rejected: the deploy key is missing or wrong', { address });
      throw error;
    }
    c.header('cache-control', 'no-store');
    await next();
  });

  app.get('/', async (c) => {
    const states = [];
    for (const name of await modulesIn(folder.modules)) states.push(await stateOf(folder, name));
    return c.json({ offer: await folder.offer(), modules: states });
  });

  app.get('/:name', async (c) => {
    const name = parse(ModuleName, c.req.param('name'));
    const meant = c.req.query('companies');
    if (meant !== undefined) {
      const companies = parse(Companies, meant.split(',').map(Number));
      await answering(refuseUnknown(folder, companies));
    }
    return c.json(await stateOf(folder, name));
  });

  app.put('/:name/:build', async (c) => {
    const name = parse(ModuleName, c.req.param('name'));
    const build = parse(Build, c.req.param('build'));
    const body = await readBody(c.req.raw, UPLOAD_LIMIT, UPLOAD_PATIENCE);
    const files = await readForm(body, c.req.header('content-type') ?? '');
    const { manifest, isNew } = await answering(receive(folder, files, { name, build }));
    const { version } = manifest;
    log.info('Module build accepted', {
      name,
      build,
      version,
      isNew,
      address: addressOf(c),
    });
    return c.json({ isNew });
  });

  app.post('/:name', async (c) => {
    const name = parse(ModuleName, c.req.param('name'));
    const body = await readBody(c.req.raw, ORDER_LIMIT, ORDER_PATIENCE);
    const order = parse(Order, readJson(body));
    // Not awaited: the build is live in any case, and pages without a notification find it at their next navigation.
    const report = () =>
      void notifyPages(concernedBy(order)).catch((error: unknown) =>
        log.warn('Open pages could not be notified of a new build', {
          name,
          reason: String(error),
        }),
      );
    const state = await answering(carryOut(folder, name, order, report));
    const { live, number } = state.standing;
    log.info('Live build of a module changed', {
      name,
      order,
      live,
      number,
      address: addressOf(c),
    });
    return c.json(state);
  });

  return app;
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw refused(422, 'An order is written in JSON.');
  }
}
