import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stamp } from '../../scripts/lib/manifest.mjs';

const integrityOf = (content: string) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** The name by which the parts of one build find each other on a page. */
const MEETING = /rspackChunk(mfe_\w+)_[0-9a-f]{10}/g;

/**
 * Builds a module again with one text changed, without the builder: a separate build, each chunk of which has the
 * integrity that its entry expects.
 * @param dist what was built
 * @param folder of the other build
 * @returns the name of the build
 */
export function buildVariant(dist: string, folder: string, before: string, after: string): string {
  cpSync(dist, folder, { recursive: true });
  const own = createHash('sha256').update(after).digest('hex').slice(0, 10);
  const renewed = new Map<string, string>();
  let changed = 0;
  const rewrite = (name: string, change: (text: string) => string) => {
    const path = join(folder, name);
    const old = readFileSync(path, 'utf8');
    const text = change(old);
    writeFileSync(path, text);
    rmSync(`${path}.br`, { force: true });
    renewed.set(integrityOf(old), integrityOf(text));
  };
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  for (const name of scripts.filter((one) => one !== 'remoteEntry.js')) {
    rewrite(name, (text) => {
      if (text.includes(before)) changed += 1;
      return text.replaceAll(MEETING, `rspackChunk$1_${own}`).replaceAll(before, after);
    });
  }
  if (changed === 0) throw new Error(`${before} is in none of the parts of ${dist}`);
  rewrite('remoteEntry.js', (text) =>
    text
      .replaceAll(MEETING, `rspackChunk$1_${own}`)
      .replaceAll(/sha384-[A-Za-z0-9+/]{64}/g, (integrity) => renewed.get(integrity) ?? integrity),
  );
  rmSync(join(folder, 'module.json.br'), { force: true });
  return stamp(folder, JSON.parse(readFileSync(join(folder, 'module.json'), 'utf8')));
}
