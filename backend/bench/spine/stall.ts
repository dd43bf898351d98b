// The bench's client of the sandbox: it changes competitors' prices, and makes requests as a seller's program would.
import { type Minor, toAmount, toMinor } from '../../kernel/money.ts';
import type { CourierCounts } from '../../sandbox/courier.ts';
import type { ReceivedPut } from '../../sandbox/ledger.ts';
import { startChild } from './processes.ts';

/** The state of an item in the market; prices in minor units. */
export interface ItemView {
  itemId: string;
  productId: string;
  price: Minor;
  status: string;
  offers: { itemId: string; sellerId: number; price: Minor; shippingPrice: Minor }[];
}

/** Calls in the name of one seller. */
export interface SellerCalls {
  /** The body of an answer. */
  get(path: string): Promise<string>;
  putPrice(itemId: string, price: Minor): Promise<void>;
}

export interface Stall {
  url: string;
  pid: number;
  item(itemId: string): Promise<ItemView>;
  setPrice(itemId: string, price: Minor): Promise<void>;
  /** Has the marketplace send its own notifications there, none lost and none twice; null: it sends none. */
  notify(url: string | null): Promise<void>;
  /** Notifications of the marketplace's own that were not taken yet. */
  pending(): Promise<number>;
  puts(): Promise<ReceivedPut[]>;
  asSeller(sellerId: string): Promise<SellerCalls>;
  stop(): Promise<void>;
}

const TOKEN = 'strings of the bench';
/** A notification that was not accepted is sent again after one second instead of half a minute. */
const RETRY_SPAN_MS = 127_000;

async function ask(url: string, init: RequestInit): Promise<string> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${init.method} ${url}: ${answer.status} ${text}`);
  return text;
}

const post = (url: string, token: string, body: object) =>
  ask(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/**
 * Starts the sandbox in a separate process, as in the product. Its market changes only by the bench, and it has no rate
 * limits.
 */
export async function openStall(
  seed: number,
  client: { id: string; secret: string },
): Promise<Stall> {
  const child = await startChild(
    'backend/sandbox/main.ts',
    {
      SANDBOX_PORT: '0',
      SANDBOX_SEED: String(seed),
      SANDBOX_PACE: '0',
      SANDBOX_CONTROL_TOKEN: TOKEN,
      SANDBOX_LIMITS: 'off',
      SANDBOX_LOSS_PERCENT: '0',
    },
    /^Sandbox ready at (.+)$/,
  );
  const url = child.said;
  const control = (path: string, body: object) => post(`${url}/control${path}`, TOKEN, body);
  const poll = (path: string) =>
    ask(`${url}/control${path}`, { method: 'GET', headers: { authorization: `Bearer ${TOKEN}` } });
  await control('/pause', {});

  return {
    url,
    pid: child.pid,
    async item(itemId) {
      const view: ItemView = JSON.parse(await poll(`/items/${itemId}`));
      return {
        ...view,
        price: toMinor(view.price),
        offers: view.offers.map((offer) => ({
          ...offer,
          price: toMinor(offer.price),
          shippingPrice: toMinor(offer.shippingPrice),
        })),
      };
    },
    async setPrice(itemId, price) {
      await control(`/items/${itemId}`, { price: toAmount(price) });
    },
    async notify(to) {
      await control('/notifications', {
        url: to,
        lossPercent: 0,
        duplicatePercent: 0,
        retrySpanMs: RETRY_SPAN_MS,
      });
    },
    async pending() {
      const counts: CourierCounts = JSON.parse(await poll('/notifications'));
      return counts.pending;
    },
    puts: async () => JSON.parse(await poll('/puts')),
    async asSeller(sellerId) {
      const { access_token: token }: { access_token: string } = JSON.parse(
        await post(`${url}/oauth/token`, '', {
          grant_type: 'authorization_code',
          code: `TG-demo-${sellerId}`,
          client_id: client.id,
          client_secret: client.secret,
        }),
      );
      const authorization = `Bearer ${token}`;
      return {
        get: (path) => ask(url + path, { method: 'GET', headers: { authorization } }),
        async putPrice(itemId, price) {
          await ask(`${url}/items/${itemId}`, {
            method: 'PUT',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ price: toAmount(price) }),
          });
        },
      };
    },
    stop: child.stop,
  };
}
