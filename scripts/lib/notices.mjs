// The third-party software of a package: names, licenses and texts, for people and for vulnerability scanners.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A third-party package. `hash` is that of its archive at the registry, base64 of SHA-512; `text` the license in the
 * package, null if it has none.
 * @typedef {{ name: string, version: string, license: string, author: string | null, hash: string | null, text: string | null }} ThirdParty
 */

/** The licenses under which a package may be distributed as part of a sold product. */
export const ACCEPTED_LICENSES = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'],
  ...['BlueOak-1.0.0', 'Unlicense', '(MIT OR CC0-1.0)'],
]);

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The licence of a package that names none, by the first line of its text. */
const licenseOf = (/** @type {string} */ text) =>
  /^\s*Apache License\s+Version 2\.0,/.test(text) ? 'Apache-2.0' : 'unknown';

/**
 * Reads the metadata of packages.
 * @param {string} root
 * @param {Iterable<string>} places folders of packages below the root, as the lock file names them
 * @returns {ThirdParty[]} by name and version, each once
 */
export function thirdParties(root, places) {
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  /** @type {Map<string, ThirdParty>} */
  const found = new Map();
  for (const place of places) {
    // A workspace of our own.
    if (locked[place]?.link === true) continue;
    const folder = join(root, place);
    const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
      .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());
    const integrity = locked[place]?.integrity ?? '';
    found.set(`${own.name}@${own.version}`, {
      name: own.name,
      version: own.version,
      license: typeof own.license === 'string' ? own.license : licenseOf(texts.join('\n')),
      author: typeof own.author === 'string' ? own.author : (own.author?.name ?? null),
      hash: integrity.startsWith('sha512-') ? integrity.slice('sha512-'.length) : null,
      text: texts.length > 0 ? texts.join('\n\n') : null,
    });
  }
  return [...found.keys()].sort().map((key) => /** @type {ThirdParty} */ (found.get(key)));
}

const LINE = '-'.repeat(80);

/**
 * The notices that the licenses require.
 * @param {readonly ThirdParty[]} parties
 */
export const noticesOf = (parties) =>
  [
    'This product contains the following software of others, under these licences.\n',
    ...parties.map(({ name, version, license, author, text }) =>
      [
        LINE,
        `${name} ${version}`,
        `Licence: ${license}`,
        ...(author === null ? [] : [`Author: ${author}`]),
        '',
        text ?? `The package comes with no text of its licence: see https://spdx.org/licenses/.`,
        '',
      ].join('\n'),
    ),
  ].join('\n');

/**
 * The bill of materials in the format of CycloneDX 1.5.
 * @param {{ name: string, version: string }} product
 * @param {readonly ThirdParty[]} parties
 */
export const sbomOf = ({ name, version }, parties) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', name, version } },
  components: parties.map((party) => ({
    type: 'library',
    name: party.name,
    version: party.version,
    purl: `pkg:npm/${party.name.replace('@', '%40')}@${party.version}`,
    licenses: [
      party.license.startsWith('(')
        ? { expression: party.license.slice(1, -1) }
        : { license: { id: party.license } },
    ],
    ...(party.hash === null
      ? {}
      : {
          hashes: [{ alg: 'SHA-512', content: Buffer.from(party.hash, 'base64').toString('hex') }],
        }),
  })),
});
