// Pushes that Shopee could not deliver: the earliest hundred of the last three days, until they are confirmed.
// https://open.shopee.com/documents/v2/v2.push.get_lost_push_message?module=105&type=1
import { ok, type Result } from '../../../kernel/result.ts';
import type { CallFailure, LostNotifications } from '../../marketplace.ts';
import { decode } from './envelope.ts';
import { notificationsOf } from './notifications.ts';
import { callAsApplication, type Shopee } from './requests.ts';
import { Confirmed, LostPushes } from './wire.ts';

export async function getLost(
  shopee: Shopee,
  signal: AbortSignal | undefined,
): Promise<Result<LostNotifications, CallFailure>> {
  const answer = await callAsApplication(
    shopee,
    { method: 'GET', operation: 'getLostPushMessage', path: '/api/v2/push/get_lost_push_message' },
    signal,
  );
  const lost = decode(answer, LostPushes, 'the lost pushes');
  if (!lost.ok) return lost;
  const { push_message_list: pushes, has_next_page: hasMore, last_message_id: last } = lost.value;
  // They come by the application's own signed call, so they need no proof; all of them are old.
  const read = pushes.map((push) => (push === null ? null : notificationsOf(push)));
  return ok({
    notifications: read.flatMap((one) => (one?.ok ? one.value : [])),
    unreadable: read.filter((one) => !one?.ok).length,
    receipt: pushes.length === 0 ? null : last,
    hasMore: hasMore === true,
  });
}

export async function confirmLost(
  shopee: Shopee,
  receipt: string,
  signal: AbortSignal | undefined,
): Promise<Result<null, CallFailure>> {
  const answer = await callAsApplication(
    shopee,
    {
      method: 'POST',
      operation: 'confirmConsumedLostPushMessage',
      path: '/api/v2/push/confirm_consumed_lost_push_message',
      json: { last_message_id: Number(receipt) },
    },
    signal,
  );
  const confirmed = decode(answer, Confirmed, 'the confirmation');
  return confirmed.ok ? ok(null) : confirmed;
}
