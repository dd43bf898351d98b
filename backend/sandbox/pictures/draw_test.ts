import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { ELECTRONICS, HOME } from '../world/kinds.ts';
import { createWorld } from '../world.ts';
import { DRAWN_KINDS, drawPicture } from './draw.ts';

/** Open tags without their end, in the order in which they were opened. */
function unclosed(svg: string): string[] {
  const open: string[] = [];
  for (const [, end, name = '', self] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (self === '/') continue;
    if (end === '/') assert.equal(open.pop(), name);
    else open.push(name);
  }
  return open;
}

describe('pictures', () => {
  const world = createWorld(1);

  it('has a drawing for every kind of product, and for nothing else', () => {
    const kinds = [...HOME.kinds, ...ELECTRONICS.kinds].map((kind) => kind.key);
    assert.deepEqual([...DRAWN_KINDS].sort(), kinds.sort());
  });

  it('draws every product: whole, without script, text or anything from outside', () => {
    for (const product of world.products) {
      const svg = drawPicture(product);
      assert.deepEqual(unclosed(svg), []);
      assert.ok(!/<(script|text|image|foreignObject|a)\b|href|url\(|\bon\w+=/i.test(svg));
      assert.ok(!/undefined|NaN/.test(svg), product.kind);
      assert.ok((svg.match(/<(path|rect|circle|ellipse)\b/g) ?? []).length >= 6, product.kind);
    }
  });

  it('draws a product always the same, and colours apart', () => {
    const [product] = world.products;
    assert.ok(product);
    assert.equal(drawPicture(product), drawPicture({ ...product }));
    const colours = [...HOME.colours, ...ELECTRONICS.colours];
    const drawn = new Set(colours.map((colour) => drawPicture({ ...product, colour })));
    assert.equal(drawn.size, new Set(colours).size);
  });

  it('does not invent a drawing', () => {
    assert.throws(() => drawPicture({ id: 'MLB1', kind: 'unicorn', colour: 'Azul' }), RangeError);
  });
});
