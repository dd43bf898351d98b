import { fail, ok, type Result } from '../../../kernel/result.ts';
import type { IncomingNotification, MarketplaceNotification } from '../../marketplace.ts';
import { NotificationBody } from './wire.ts';

/**
 * The topics that the product uses. A price that was changed shows in the item itself, so `items_prices` is
 * about the listing.
 * @see https://developers.mercadolivre.com.br/pt_br/produto-receba-notificacoes
 */
const TOPICS: Record<string, 'market' | 'listing' | 'order'> = {
  catalog_item_competition_status: 'market',
  items: 'listing',
  items_prices: 'listing',
  orders_v2: 'order',
};

/** `/items/MLB123`, and below it. */
const ITEM = /^\/?items\/([A-Z]{3}\d{1,18})(?:[/?].*)?$/;
/** `/orders/2000003508419013`. */
const ORDER = /^\/?orders\/(\d{1,20})$/;
const SELLER = /^\d{1,18}$/;

/**
 * What a notification is about; empty for a topic that the product does not use; a failure says why it is invalid.
 * Mercado Livre signs nothing: a notification is not trusted, it only triggers a poll.
 */
export function decodeNotification({
  body,
}: Pick<IncomingNotification, 'body'>): Result<readonly MarketplaceNotification[], string> {
  const read = NotificationBody.safeParse(body);
  if (!read.success) return fail('not_a_notification');
  const { topic, resource, user_id: sellerId } = read.data;
  const about = Object.hasOwn(TOPICS, topic) ? TOPICS[topic] : undefined;
  if (about === undefined) return ok([]);
  const id = (about === 'order' ? ORDER : ITEM).exec(resource)?.[1];
  if (id === undefined) return fail('unknown_resource');
  if (!SELLER.test(sellerId)) return fail('unknown_seller');
  return ok([
    about === 'order'
      ? { sellerId, subject: { orderId: id }, about }
      : { sellerId, subject: { skuMarketplace: id }, about, market: null },
  ]);
}
