import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import type { Log } from './platform/log.ts';
import { readPath, serveFile } from './web/files.ts';
import { passOn } from './web/proxy.ts';
import { readRegistry } from './web/registry.ts';

export interface WebSettings {
  /** The folder that holds `shell` and the `mfe-*` folders. */
  root: string;
  /** Where people reach the product. */
  publicUrl: string;
  /** Where the sandbox answers now; null while there is none. */
  sandbox: () => string | null;
  log: Log;
}

/**
 * The page runs code from its own origin only. Styles may stand inline, since Spectrum sets them so; pictures of ads
 * come from the marketplaces, and the sandbox's under our public name, whatever name the page was opened by.
 */
const pageHeaders = (publicUrl: string) => ({
  'content-security-policy': [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https: ${publicUrl}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
});

/** Other pages embed the modules: their code is public, and may be loaded from any origin. */
const MODULE = { 'access-control-allow-origin': '*' };

/** Of the sandbox the browser gets what a marketplace shows to everyone: pictures and product pages. */
const SHOWN_BY_SANDBOX = /^\/sandbox\/(pictures|products)\//;

const missing = () =>
  new Response('Not found.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

/** A person who opens an address, as against a script or a picture that is asked for by a page. */
function isNavigation(request: Request): boolean {
  const mode = request.headers.get('sec-fetch-mode');
  if (mode !== null) return mode === 'navigate';
  return (request.headers.get('accept') ?? '').includes('text/html');
}

/** Everything on the origin but the API: the registry of modules, the modules, the sandbox's pictures, the shell. */
export function web({ root, publicUrl, sandbox, log }: WebSettings): Hono {
  const app = new Hono();
  const shell = join(root, 'shell', 'dist');
  const headers = pageHeaders(publicUrl);

  app.get('/modules/registry.json', async (c) => {
    c.header('cache-control', 'no-cache');
    return c.json(await readRegistry(root, log));
  });

  app.get('/modules/:name{mfe-[a-z0-9-]+}/*', async (c) => {
    const name = c.req.param('name');
    const path = readPath(new URL(c.req.url).pathname.slice(`/modules/${name}/`.length));
    if (path === null) return missing();
    return (await serveFile(join(root, name, 'dist'), path, c.req.raw, MODULE)) ?? missing();
  });

  app.get('/sandbox/*', (c) => {
    const { pathname, search } = new URL(c.req.url);
    const base = sandbox();
    if (base === null || !SHOWN_BY_SANDBOX.test(pathname)) return missing();
    return passOn(c.req.raw, new URL(pathname + search, base));
  });

  app.get('/modules/*', missing);

  const page = async (c: Context) =>
    (await serveFile(shell, 'index.html', c.req.raw, headers)) ??
    new Response('The pages are not built yet: npm run build\n', { status: 503 });

  app.get('/', page);
  app.get('*', async (c) => {
    const path = readPath(new URL(c.req.url).pathname);
    if (path === null) return missing();
    if (path === 'index.html') return await page(c);
    const file = await serveFile(shell, path, c.req.raw);
    if (file !== null) return file;
    const isPage = !path.slice(path.lastIndexOf('/') + 1).includes('.');
    return isPage && isNavigation(c.req.raw) ? await page(c) : missing();
  });
  return app;
}
