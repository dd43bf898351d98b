// Builds of modules as small as can be, and an installation that serves them over HTTP.
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createApp } from '../app.ts';
import { openPool, toDb } from '../platform/db.ts';
import { createLog, type Fields } from '../platform/log.ts';
import { buildOf, ENTRY, integrityOf } from '../web/fingerprint.mjs';
import { Manifest } from '../web/manifest.ts';
import { type Files, MANIFEST } from '../web/package.ts';
import { web } from '../web.ts';
import { TEST_TIME, testContext } from './test-context.ts';

export const bytes = (text: string) => new TextEncoder().encode(text);

export const OFFERED = { kit: '0.2.4', shared: { react: '19.3.1', valtio: '2.3.2' }, api: 3 };

/** A build of a module that shows `text`, with overrides of its manifest and further files. */
export function builtModule(
  text: string,
  more: Partial<Manifest> = {},
  parts: readonly (readonly [string, Uint8Array])[] = [],
): { manifest: Manifest; files: Files } {
  const files: Files = new Map([
    [ENTRY, bytes(`globalThis.said = ${JSON.stringify(text)};`)],
    ['81.0123abcd.js', bytes(`console.log(${JSON.stringify(text.repeat(200))});`)],
    ['81.0123abcd.css', bytes('p { color: red }')],
    ...parts,
  ]);
  const said = {
    name: 'mfe-pricing',
    version: '1.2.3',
    kit: '^0.2.0',
    shared: { react: '19.3.1' },
    api: 2,
    routes: ['/app/pricing'],
    sidebar: [],
    ...more,
  };
  const manifest = Manifest.parse({
    ...said,
    build: buildOf(said, files),
    integrity: integrityOf(files.get(ENTRY)!),
  });
  const script = files.get('81.0123abcd.js')!;
  const packed = new Uint8Array(brotliCompressSync(script));
  files.set('81.0123abcd.js.br', packed);
  files.set(
    MANIFEST,
    bytes(JSON.stringify({ ...said, build: manifest.build, integrity: manifest.integrity })),
  );
  return { manifest, files };
}

/** Writes files, as a build or a manual copy does. */
export async function lay(folder: string, files: Iterable<[string, Uint8Array]>): Promise<void> {
  for (const [path, content] of files) {
    await Deno.mkdir(join(folder, path, '..'), { recursive: true });
    await Deno.writeFile(join(folder, path), content);
  }
}

export interface ModuleTestServer extends AsyncDisposable {
  /** Where it answers. */
  origin: string;
  /** The folder that holds `shell` and the `mfe-*` folders, and the one of the deployed modules. */
  root: string;
  modules: string;
  /** Log lines with their fields. */
  lines: { message: string; fields: Fields }[];
  /** The companies whose open pages were notified of another live build; null: all. */
  announced: (readonly number[] | null)[];
  /** From now on notifying pages fails. */
  silence(): void;
  setTime(time: Date): void;
}

export interface ModuleTestServerSettings {
  deployKey?: string | null;
  moduleOrigins?: readonly string[];
}

/** Opens an installation with a shell, one built-in module that shows 'own', and companies from 1 to 1,000. */
export async function openModuleTestServer({
  deployKey = null,
  moduleOrigins = [],
}: ModuleTestServerSettings = {}): Promise<ModuleTestServer> {
  const root = await Deno.makeTempDir({ prefix: 'primazia-modules-' });
  const modules = join(root, 'data', 'modules');
  await lay(join(root, 'shell', 'dist'), [
    ['index.html', bytes('<!doctype html><title>Primazia</title>')],
    ['shell.json', bytes(JSON.stringify(OFFERED))],
  ]);
  await lay(join(root, 'mfe-pricing', 'dist'), builtModule('own').files);
  let time = new Date();
  const announced: ModuleTestServer['announced'] = [];
  let isSilent = false;
  const lines: ModuleTestServer['lines'] = [];
  const log = createLog({
    write(line) {
      const { message, ...fields } = JSON.parse(line);
      lines.push({ message, fields });
    },
    clock: () => TEST_TIME,
    level: 'info',
  });
  // None of this reads the database.
  const pool = openPool('postgres://nobody@127.0.0.1:1/nothing', 1);
  const ctx = testContext(toDb(pool), { log });
  const site = web({
    root,
    shell: join(root, 'shell', 'dist'),
    modules,
    publicUrl: 'http://localhost:8080',
    environment: 'production',
    moduleOrigins,
    deployKey,
    trustedProxies: [],
    notifyPages: (companies) => {
      if (isSilent) return Promise.reject(new Error('database unavailable'));
      announced.push(companies);
      return Promise.resolve();
    },
    unknownCompanies: (ids) => Promise.resolve(ids.filter((id) => id > 1_000)),
    sandbox: () => null,
    clock: () => time,
    uuid: () => crypto.randomUUID(),
    log,
  });
  const app = createApp(ctx, [], {
    authenticate: () => Promise.reject(new Error('there is no sign-in here')),
    version: '0.0.0',
    site,
  });
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, app.fetch);
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    root,
    modules,
    announced,
    silence() {
      isSilent = true;
    },
    lines,
    setTime: (to) => {
      time = to;
    },
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await pool.end();
      await Deno.remove(root, { recursive: true });
    },
  };
}
