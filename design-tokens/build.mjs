// Writes dist/tokens.css from tokens.json: one CSS variable a token, `--pz-` and its path, with the colours of both
// schemes under the same names.
import { mkdir, readFile, writeFile } from 'node:fs/promises';

const read = async () =>
  JSON.parse(await readFile(new URL('./tokens.json', import.meta.url), 'utf8'));

/** Every token below a group as [path, token]; `$type` is inherited, as the format has it. */
function* tokensOf(group, path = [], type = undefined) {
  for (const [name, value] of Object.entries(group)) {
    if (name.startsWith('$')) continue;
    const inherited = value.$type ?? type;
    if ('$value' in value) yield [[...path, name], { type: inherited, value: value.$value }];
    else yield* tokensOf(value, [...path, name], inherited);
  }
}

function color(value) {
  const channels = value.components.map((one) => Math.round(one * 255));
  const hex = `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
  if (hex !== value.hex) throw new Error(`${value.hex} has the components of ${hex}`);
  return hex;
}

const quoted = (family) => (/\s/.test(family) ? `"${family}"` : family);

const WRITERS = {
  color,
  dimension: ({ value, unit }) => `${value}${unit}`,
  duration: ({ value, unit }) => `${value}${unit}`,
  fontFamily: (families) => families.map(quoted).join(', '),
  fontWeight: String,
};

function variables(group, path, type) {
  return [...tokensOf(group, path, type)].map(([name, token]) => {
    const write = WRITERS[token.type];
    if (write === undefined)
      throw new Error(`${name.join('.')} has the unknown type ${token.type}`);
    return `--pz-${name.join('-')}: ${write(token.value)};`;
  });
}

const block = (selector, lines) =>
  `${selector} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

function css(tokens) {
  const { light, dark, ...sameInBoth } = tokens.color;
  const names = [light, dark].map((group) => Object.keys(group).join());
  if (names[0] !== names[1]) throw new Error('color.light and color.dark hold different names');
  const lightLines = ['color-scheme: light;', ...variables(light, ['color'], 'color')];
  const darkLines = ['color-scheme: dark;', ...variables(dark, ['color'], 'color')];
  const common = variables({ ...tokens, color: sameInBoth });
  const preferred = block(':root:not([data-color-scheme])', darkLines).replaceAll(/^(?=.)/gm, '  ');
  return [
    // A module in a host's page has a stage in the place of the page's root.
    block(':root, .pz-stage', [...common, ...lightLines]),
    `@media (prefers-color-scheme: dark) {\n${preferred}}\n`,
    block('[data-color-scheme="light"]', lightLines),
    block('[data-color-scheme="dark"]', darkLines),
  ].join('\n');
}

const dist = new URL('./dist/', import.meta.url);
await mkdir(dist, { recursive: true });
await writeFile(new URL('tokens.css', dist), css(await read()));
