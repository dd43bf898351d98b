import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import type { Network } from './platform/client-address.ts';
import type { AppEnv } from './platform/http.ts';
import type { Log } from './platform/log.ts';
import { deployApi } from './web/deploy-api.ts';
import { moduleFolderOf, type UnknownCompanies } from './web/deploys.ts';
import { isKnown, readPath, serveFile } from './web/files.ts';
import { type PolicySettings, pagePolicy } from './web/policy.ts';
import { passOn } from './web/proxy.ts';
import { openRegistry } from './web/registry.ts';
import type { Hand } from './web/switches.ts';

export interface WebSettings extends PolicySettings, Hand {
  /** The folder that holds `shell` and the `mfe-*` folders. */
  root: string;
  /** The folder of the shell's build. */
  shell: string;
  /** The folder of the modules that were deployed. */
  modules: string;
  /** The key that permits to deploy modules; null: no deploys are accepted. */
  deployKey: string | null;
  trustedProxies: readonly Network[];
  /** Notifies the open pages of some companies (null: all) of another live build. */
  notifyPages: (companies: readonly number[] | null) => Promise<void>;
  /** Returns the unknown ones of some company ids. */
  unknownCompanies: UnknownCompanies;
  /** The present address of the sandbox; null while it is not running. */
  sandbox: () => string | null;
  log: Log;
}

/** Other pages embed the modules: their code is public, and may be loaded from any origin. */
const OPEN = { 'access-control-allow-origin': '*' };
/** The address of a build names its content. */
const BUILD = { ...OPEN, 'cache-control': 'public, max-age=31536000, immutable' };

/** The browser gets only the public pages of the sandbox: pictures, product pages, pages of consent and of campaigns. */
const SHOWN_BY_SANDBOX = /^\/sandbox\/(pictures|products|consent|ads)\//;

const missing = () =>
  new Response('Not found.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

/** Pages that only a stage environment has, by their paths. */
const ONLY_ON_STAGE = /^app\/(integration\/)?test\//;

/** Whether a request is a navigation of a user, not a script or a picture requested by a page. */
function isNavigation(request: Request): boolean {
  const mode = request.headers.get('sec-fetch-mode');
  if (mode !== null) return mode === 'navigate';
  return (request.headers.get('accept') ?? '').includes('text/html');
}

/** The company whose modules are requested, if any: `?company=ID`. */
function companyOf(c: Context): number | null {
  const given = c.req.query('company') ?? '';
  return /^[1-9]\d{0,15}$/.test(given) ? Number(given) : null;
}

/** Everything on the origin but the API: the registry of modules, the modules, the sandbox's pictures, the shell. */
export function web(settings: WebSettings): Hono<AppEnv> {
  const { root, shell, modules, sandbox } = settings;
  const app = new Hono<AppEnv>();
  const headers = {
    'content-security-policy': pagePolicy(settings),
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
  const registry = openRegistry({ ...settings, origins: settings.moduleOrigins });

  app.route('/deploys', deployApi({ ...settings, folder: moduleFolderOf(settings, registry) }));

  app.get('/modules/registry.json', async (c) => {
    const body = JSON.stringify(await registry.entries(companyOf(c)));
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const answer = { ...OPEN, 'cache-control': 'no-cache', etag: tag };
    if (isKnown(c.req.raw, tag)) return c.body(null, 304, answer);
    return c.body(body, 200, { ...answer, 'content-type': 'application/json' });
  });

  app.get('/modules/:name{mfe-[a-z0-9-]+}/:build{[0-9a-f]{16}}/*', async (c) => {
    const { name, build } = c.req.param();
    const path = readPath(new URL(c.req.url).pathname.slice(`/modules/${name}/${build}/`.length));
    if (path === null) return missing();
    const deployed = await serveFile(join(modules, name, build), path, c.req.raw, BUILD);
    if (deployed !== null) return deployed;
    if ((await registry.own(name))?.build !== build) return missing();
    return (await serveFile(join(root, name, 'dist'), path, c.req.raw, BUILD)) ?? missing();
  });

  app.get('/sandbox/*', (c) => {
    const { pathname, search } = new URL(c.req.url);
    const base = sandbox();
    if (base === null || !SHOWN_BY_SANDBOX.test(pathname)) return missing();
    return passOn(c.req.raw, new URL(pathname + search, base));
  });

  app.get('/modules/*', missing);

  // Pages of hosts load it by a plain script tag, which needs a permissive cross-origin policy.
  const open = {
    ...OPEN,
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-cache',
  };
  app.get('/embed.js', async (c) => {
    const loader = join(root, 'shell', 'embed', 'dist');
    return (await serveFile(loader, 'embed.js', c.req.raw, open)) ?? missing();
  });

  const page = async (request: Request) =>
    (await serveFile(shell, 'index.html', request, headers)) ??
    new Response('The pages are not built yet: npm run build\n', { status: 503 });

  app.get('/', (c) => page(c.req.raw));
  app.get('*', async (c) => {
    const path = readPath(new URL(c.req.url).pathname);
    if (path === null) return missing();
    if (path === 'index.html') return await page(c.req.raw);
    const file = await serveFile(shell, path, c.req.raw);
    if (file !== null) return file;
    const isPage = !path.slice(path.lastIndexOf('/') + 1).includes('.');
    if (!isPage || !isNavigation(c.req.raw)) return missing();
    if (settings.environment === 'stage' || !ONLY_ON_STAGE.test(path)) return await page(c.req.raw);
    // The page shows that the address does not exist; the status is 404 too, also if the browser has cached the page.
    const request = new Request(c.req.raw);
    request.headers.delete('if-none-match');
    const shown = await page(request);
    return new Response(shown.body, {
      status: shown.ok ? 404 : shown.status,
      headers: shown.headers,
    });
  });
  return app;
}
