import { numberOf } from '../world/dice.ts';
import type { Product } from '../world.ts';
import { ELECTRONICS_DRAWINGS } from './electronics.ts';
import { HOME_DRAWINGS } from './home.ts';
import { paletteOf } from './palette.ts';

const DRAWINGS = { ...HOME_DRAWINGS, ...ELECTRONICS_DRAWINGS };

/** The kinds of things that can be drawn. */
export const DRAWN_KINDS: readonly string[] = Object.keys(DRAWINGS);

/**
 * A product's picture as SVG, drawn from its kind and colour; the same product always looks the same.
 * Nothing in it comes from outside: no text, no script, no address.
 */
export function drawPicture(product: Pick<Product, 'id' | 'kind' | 'colour'>): string {
  const palette = paletteOf(product.colour, numberOf(product.id));
  const drawing = DRAWINGS[product.kind];
  if (!drawing) throw new RangeError(`Nobody can draw a ${product.kind}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400" role="img">
<rect width="400" height="400" fill="${palette.wall}"/><rect y="292" width="400" height="108" fill="${palette.floor}"/>
<ellipse cx="200" cy="312" rx="140" ry="16" fill="#000" opacity=".08"/>${drawing(palette)}
</svg>`;
}
