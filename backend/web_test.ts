import assert from 'node:assert/strict';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type { Hono } from 'hono';
import type { AppEnv } from './platform/http.ts';
import { createLog, type Log } from './platform/log.ts';
import { builtModule, lay } from './testing/module-server.ts';
import { type WebSettings, web } from './web.ts';

const PAGE = '<!doctype html><title>Primazia</title>';
/** A hash that no build has. */
const NO_BUILD = 'f'.repeat(16);
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2_000))});`;

let root: string;
let app: Hono<AppEnv>;
let sandboxUrl: string | null = null;
let time = new Date();
const lines: string[] = [];
let log: Log;

async function write(path: string, content: string | Uint8Array) {
  const file = join(root, path);
  await Deno.mkdir(join(file, '..'), { recursive: true });
  await Deno.writeFile(
    file,
    typeof content === 'string' ? new TextEncoder().encode(content) : content,
  );
}

const module = (name: string, version = '1.2.3') =>
  builtModule('own', { name, version, routes: [`/app/${name}`], embed: 'x-y' });
const writeModule = (name: string, version?: string) =>
  lay(join(root, name, 'dist'), module(name, version).files);

/** The files of the site, in a folder. */
const settings = (folder: string, log: Log): WebSettings => ({
  root: folder,
  shell: join(folder, 'shell', 'dist'),
  modules: join(folder, 'modules'),
  publicUrl: 'http://localhost:8080',
  environment: 'production',
  moduleOrigins: ['https://modules.example'],
  deployKey: null,
  trustedProxies: [],
  notifyPages: () => Promise.resolve(),
  unknownCompanies: () => Promise.resolve([]),
  sandbox: () => sandboxUrl,
  clock: () => time,
  uuid: () => crypto.randomUUID(),
  log,
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(new Request(new URL(path, 'http://localhost'), { headers, method }));
const built = () => module('mfe-pricing').manifest.build;
const navigate = (path: string) => get(path, { 'sec-fetch-mode': 'navigate' });

async function statusOf(answer: Response | Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
}

beforeAll(async () => {
  root = await Deno.makeTempDir();
  await write('shell/dist/index.html', PAGE);
  await write('shell/dist/main.0123abcd.js', SCRIPT);
  await write('shell/dist/main.0123abcd.js.br', brotliCompressSync(SCRIPT));
  await write('shell/dist/locales/pt.json', '{}');
  await write('shell/dist/.built-from', 'hash');
  await write('shell/package.json', '{"secret":true}');
  await write('outside.txt', 'outside');
  await Deno.symlink(join(root, 'outside.txt'), join(root, 'shell/dist/link.txt'));
  await writeModule('mfe-pricing');
  await write('mfe-ads/dist/module.json', '{"name":"mfe-ads"');
  await write('mfe-unbuilt/package.json', '{"version":"1.0.0"}');
  log = createLog({
    write: (line) => lines.push(line),
    clock: () => new Date(0),
    level: 'debug',
  });
  app = web(settings(root, log));
});
afterAll(() => Deno.remove(root, { recursive: true }));

describe('the shell', () => {
  it('answers every address that a person opens with the page', async () => {
    for (const path of ['/', '/login', '/app/historico-de-precos', '/app/12/x', '/index.html']) {
      const answer = await navigate(path);
      assert.equal(answer.status, 200, path);
      assert.equal(await answer.text(), PAGE);
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'self'/);
    }
  });

  it('treats an Accept of text/html as a navigation if the browser does not declare it', async () => {
    assert.equal(await statusOf(get('/login', { accept: 'text/html,*/*' })), 200);
    assert.equal(await statusOf(get('/login', { accept: '*/*' })), 404);
  });

  it('answers 404 for what does not exist, for every kind of request', async () => {
    assert.equal(await statusOf(navigate('/gone.js')), 404);
    assert.equal(await statusOf(get('/main.ffffffff.js')), 404);
    assert.equal(await statusOf(get('/app/data', { 'sec-fetch-mode': 'cors' })), 404);
    assert.equal(await statusOf(navigate('/modules/nothing')), 404);
    assert.equal(await statusOf(navigate('/locales/')), 200, 'a folder is no file');
  });

  it('has test pages on stage only: elsewhere they do not exist', async () => {
    const stage = web({ ...settings(root, log), environment: 'stage' });
    for (const path of ['/app/test/magalu', '/app/integration/test/magalu']) {
      const refused = await navigate(path);
      assert.deepEqual([refused.status, await refused.text()], [404, PAGE]);
      const tag = (await navigate('/app/rules')).headers.get('etag') ?? '';
      const again = get(path, { 'sec-fetch-mode': 'navigate', 'if-none-match': tag });
      assert.equal(await statusOf(again), 404);
      const request = new Request(new URL(path, 'http://localhost'), {
        headers: { 'sec-fetch-mode': 'navigate' },
      });
      assert.equal(await statusOf(stage.request(request)), 200);
    }
    assert.equal(await statusOf(navigate('/app/integration/magalu')), 200);
  });

  it('reports a missing build', async () => {
    const empty = await Deno.makeTempDir();
    const log = createLog({ write: () => {}, clock: () => new Date(0), level: 'debug' });
    const bare = web(settings(empty, log));
    const answer = await bare.request('http://localhost/');
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /npm run build/);
    await Deno.remove(empty);
  });
});

describe('files', () => {
  const script = '/main.0123abcd.js';

  it('lets hashed names be cached for ever, and others be revalidated', async () => {
    const hashed = await get(script);
    assert.equal(hashed.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(hashed.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(hashed.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(await hashed.text(), SCRIPT);
    const plain = await get('/locales/pt.json');
    assert.equal(plain.headers.get('cache-control'), 'no-cache');
    await plain.body?.cancel();
  });

  it('sends the brotli copy to clients that accept it', async () => {
    const answer = await get(script, { 'accept-encoding': 'gzip, br' });
    assert.equal(answer.headers.get('content-encoding'), 'br');
    assert.equal(answer.headers.get('vary'), 'accept-encoding');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    assert.equal(Number(answer.headers.get('content-length')), bytes.length);
    assert.equal(brotliDecompressSync(bytes).toString(), SCRIPT);
    for (const refusal of ['gzip', 'br;q=0, gzip', '']) {
      const whole = await get(script, { 'accept-encoding': refusal });
      assert.equal(whole.headers.get('content-encoding'), null, refusal);
      assert.equal(await whole.text(), SCRIPT);
    }
  });

  it('answers 304 to clients that have the same copy, and never across codings', async () => {
    const tag = async (headers: Record<string, string>) => {
      const answer = await get(script, headers);
      await answer.body?.cancel();
      return answer.headers.get('etag') ?? '';
    };
    const plain = await tag({});
    const packed = await tag({ 'accept-encoding': 'br' });
    assert.notEqual(plain, packed);
    assert.equal(await statusOf(get(script, { 'if-none-match': `"x", W/${plain}` })), 304);
    assert.equal(await statusOf(get(script, { 'if-none-match': packed })), 200);
  });

  it('answers HEAD without a body', async () => {
    const answer = await get(script, {}, 'HEAD');
    assert.equal(answer.headers.get('content-length'), String(SCRIPT.length));
    assert.equal(await answer.text(), '');
  });

  it('serves no file outside its folder', async () => {
    const attempts = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/..%5cpackage.json',
      '/locales/..%2f..%2f..%2foutside.txt',
      '/.built-from',
      '/%2ebuilt-from',
      '/link.txt',
      '/index.html%00.js',
      '/%ff',
      `/modules/mfe-pricing/${built()}/..%2f..%2fpackage.json`,
      `/modules/mfe-pricing/${built()}/%2e%2e/package.json`,
      `/modules/mfe-..%2fshell/${built()}/shell.json`,
      '/modules/mfe-pricing/module.json',
      '/modules/mfe-pricing/switches/00000001.json',
      '/modules/mfe-pricing/.incoming-0/remoteEntry.js',
    ];
    for (const path of attempts) assert.equal(await statusOf(get(path)), 404, path);
  });

  it('accepts only GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      assert.equal(await statusOf(get('/', {}, method)), 404, method);
    }
  });
});

describe('modules', () => {
  const registry = '/modules/registry.json';

  it('are listed as they are built, with entry and integrity; what is broken is left out', async () => {
    const answer = await get(registry);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    const { manifest } = module('mfe-pricing');
    assert.deepEqual(await answer.json(), [
      { ...manifest, entry: `/modules/mfe-pricing/${manifest.build}/remoteEntry.js` },
    ]);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /mfe-ads/);
  });

  it('are listed again only to clients with an outdated list', async () => {
    const answer = await get(registry);
    await answer.body?.cancel();
    const tag = answer.headers.get('etag') ?? '';
    assert.equal(await statusOf(get(registry, { 'if-none-match': `W/${tag}` })), 304);
    await writeModule('mfe-pricing', '1.2.4');
    assert.equal(await statusOf(get(registry, { 'if-none-match': tag })), 200);
    await writeModule('mfe-pricing');
    assert.equal(await statusOf(get(registry, { 'if-none-match': tag })), 304);
  });

  it('are not read again while they are the same', async () => {
    const path = join(root, 'mfe-pricing', 'dist', 'module.json');
    const versionOf = async () => (await (await get(registry)).json()).at(-1).version;
    time = new Date(Date.now() + 60_000);
    assert.equal(await versionOf(), '1.2.3');
    const { mtime } = await Deno.stat(path);
    await writeModule('mfe-pricing', '9.9.9');
    await Deno.utime(path, mtime!, mtime!);
    assert.equal(await versionOf(), '1.2.3', 'a file of the same time and size is the same');
    await Deno.utime(path, mtime!, new Date(mtime!.getTime() + 1));
    assert.equal(await versionOf(), '9.9.9');
    await writeModule('mfe-pricing');
    time = new Date();
  });

  it('that were built while it runs are found', async () => {
    await writeModule('mfe-late');
    const names = (await (await get(registry)).json()) as { name: string }[];
    assert.deepEqual(
      names.map(({ name }) => name),
      ['mfe-late', 'mfe-pricing'],
    );
  });

  it('lie under the name of their build, for any origin and for ever, and under no other', async () => {
    const entry = `/modules/mfe-pricing/${built()}/remoteEntry.js`;
    const answer = await get(entry);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.match(await answer.text(), /said = "own"/);
    for (const path of [entry.replace(built(), NO_BUILD), '/modules/mfe-pricing/remoteEntry.js'])
      assert.equal(await statusOf(get(path)), 404, path);
  });
});

describe('the sandbox', () => {
  let server: Deno.HttpServer<Deno.NetAddr>;
  const seen: { url: URL; headers: Headers }[] = [];

  beforeAll(() => {
    const answer = (request: Request) => {
      seen.push({ url: new URL(request.url), headers: new Headers(request.headers) });
      return new Response('drawn', {
        headers: { 'content-type': 'image/svg+xml', 'set-cookie': 'a=b', 'x-note': 'kept' },
      });
    };
    server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, answer);
    sandboxUrl = `http://127.0.0.1:${server.addr.port}`;
  });
  afterAll(() => server.shutdown());

  it('is shown as far as a marketplace shows itself to everyone', async () => {
    const headers = { cookie: 'c=d', authorization: 'Bearer t', 'x-asked': 'yes' };
    const answer = await get('/sandbox/pictures/1.svg?size=2', headers);
    assert.equal(await answer.text(), 'drawn');
    assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
    assert.equal(answer.headers.get('x-note'), 'kept');
    assert.equal(answer.headers.get('set-cookie'), null);
    const [request] = seen;
    assert.equal(request?.url.pathname, '/sandbox/pictures/1.svg');
    assert.equal(request?.url.search, '?size=2');
    assert.equal(request?.headers.get('cookie'), null);
    assert.equal(request?.headers.get('authorization'), null);
    assert.equal(request?.headers.get('x-asked'), 'yes');
  });

  it('keeps everything else to itself', async () => {
    seen.length = 0;
    for (const path of [
      '/sandbox/oauth/token',
      '/sandbox/items/MLB1',
      '/sandbox/pictures/../oauth/token',
      '/sandbox/pictures/%2e%2e/oauth/token',
      '/sandbox',
    ]) {
      assert.equal(await statusOf(get(path)), 404, path);
    }
    assert.equal(await statusOf(get('/sandbox/pictures/1.svg', {}, 'POST')), 404);
    assert.equal(seen.length, 0);
  });

  it('answers 502 while it is unavailable, and 404 if there is none', async () => {
    const url = sandboxUrl;
    sandboxUrl = 'http://127.0.0.1:1';
    assert.equal(await statusOf(get('/sandbox/pictures/1.svg')), 502);
    sandboxUrl = null;
    assert.equal(await statusOf(get('/sandbox/pictures/1.svg')), 404);
    sandboxUrl = url;
  });
});
