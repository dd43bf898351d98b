import { type Context, Hono } from 'hono';
import { drawPicture } from './pictures/draw.ts';
import { renderProductPage } from './product-page.ts';
import { findOffer, findPage, type World } from './world.ts';

/** These pages need only their own styles and pictures of the same origin. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'";

/** The public pages of the sandbox: pictures and product pages, below `/sandbox`. */
export function createWindow(world: () => World): Hono {
  const window = new Hono();

  window.get('/sandbox/pictures/:file', (call) => {
    const id = /^(\w+)\.svg$/.exec(call.req.param('file'))?.[1];
    const product = findPage(world(), id ?? '');
    if (!product) return call.notFound();
    return call.body(drawPicture(product), 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
  });

  /** By an item, or by the page itself, as Amazon's links do. `up` leads from the page to `/sandbox/`. */
  const show = async (call: Context, id: string, up: string) => {
    const product = findOffer(world(), id)?.product ?? findPage(world(), id);
    if (!product) return call.notFound();
    const picture = `${up}pictures/${product.id}.svg`;
    const page = await renderProductPage(world(), product, id, picture);
    return call.html(page, 200, {
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  };

  window.get('/sandbox/products/:id', (call) => show(call, call.req.param('id'), '../'));
  // Addresses of Magalu have the page's id in this place.
  window.get('/sandbox/products/magalu/p/:id/', (call) =>
    show(call, call.req.param('id'), '../../../../'),
  );

  return window;
}
