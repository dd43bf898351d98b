import { readFileSync } from 'node:fs';
import { numberOf } from '../world/dice.ts';
import type { Product } from '../world.ts';

const FILE = new URL('./products.svg', import.meta.url);

/** The shape of each kind of product; its colours are variables. */
const SHAPES = new Map(
  [...readFileSync(FILE, 'utf8').matchAll(/^<symbol id="(\w+)">(.+)<\/symbol>$/gm)].map(
    ([, kind = '', shape = '']) => [kind, shape],
  ),
);

const COLOURS: Record<string, string> = {
  Preto: '#3a3d45',
  Branco: '#e9eaee',
  Cinza: '#9aa0ac',
  Grafite: '#565b67',
  Bege: '#d8c3a5',
  Azul: '#4c7fc0',
  Verde: '#5f9a76',
  Terracota: '#c2714f',
  Rosa: '#d98a9d',
  Vermelho: '#c4504c',
  Lilás: '#9a86c4',
};

/** Wall and floor behind a product. */
const ROOMS = [
  ['#f4f1ec', '#e6dfd4'],
  ['#eef3f4', '#d9e4e6'],
  ['#f3eff5', '#e3dae8'],
  ['#f1f4ed', '#dfe6d6'],
  ['#f6f0ee', '#ead9d3'],
  ['#eef1f7', '#d8dfec'],
] as const;

/** The kinds of products that have a picture. */
export const DRAWN_KINDS: readonly string[] = [...SHAPES.keys()];

/**
 * A product's picture as SVG, by its kind and color; deterministic.
 * It contains no external input: no text, no script, no address.
 */
export function drawPicture({ id, kind, colour }: Pick<Product, 'id' | 'kind' | 'colour'>): string {
  const shape = SHAPES.get(kind);
  if (shape === undefined) throw new RangeError(`There is no picture of a ${kind}`);
  const [wall, floor] = ROOMS[numberOf(id) % ROOMS.length] ?? ROOMS[0];
  const main = COLOURS[colour] ?? '#8a93a6';
  const style = `--main:${main};--dark:color-mix(in srgb,${main},#000 27%);--light:color-mix(in srgb,${main},#fff 36%)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400" role="img" style="${style}">
<rect width="400" height="400" fill="${wall}"/><rect y="292" width="400" height="108" fill="${floor}"/>
<ellipse cx="200" cy="312" rx="140" ry="16" fill="#000" opacity=".08"/>${shape}
</svg>`;
}
