import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The build of the pricing module that the server under test serves. */
export const PRICING_BUILD = join(import.meta.dirname, '../../mfe-pricing/dist');

/** The global by which the chunks of one build find each other; unique to the build. */
const MEETING = /rspackChunkmfe_pricing_[0-9a-f]+/g;

/** The integrity with which a page checks a script before running it. */
export const integrityOf = (text: string): string =>
  `sha384-${createHash('sha384').update(text).digest('base64')}`;

/**
 * The scripts of the pricing module as a build with one text changed would have them, by the names of their files: a
 * separate build, with its own global and with the new hashes in its entry.
 */
export function editionOf(before: string, after: string): Map<string, string> {
  const edition = new Map<string, string>();
  const digests: [string, string][] = [];
  for (const name of readdirSync(PRICING_BUILD).filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(join(PRICING_BUILD, name), 'utf8');
    const renewed = text
      .replaceAll(MEETING, 'rspackChunkmfe_pricing_next')
      .replaceAll(before, after);
    edition.set(name, renewed);
    digests.push([integrityOf(text), integrityOf(renewed)]);
  }
  for (const [name, text] of edition) {
    const known = digests.reduce((held, [old, now]) => held.replaceAll(old, now), text);
    edition.set(name, known);
  }
  return edition;
}
