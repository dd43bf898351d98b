// Pushes that were given up: the earliest hundred of the last three days, until they are confirmed.
import { answer, readJson, type ShopeeRoom, type ShopeeWire, wrongParameter } from './room.ts';

export const LOST_PATH = '/api/v2/push/get_lost_push_message';
export const CONSUMED_PATH = '/api/v2/push/confirm_consumed_lost_push_message';

const RETENTION_MS = 3 * 24 * 3_600_000;
const PAGE = 100;

/** As it was sent, with its data as text. */
function asMessage(body: string) {
  const { data, ...push } = JSON.parse(body);
  return { ...push, data: JSON.stringify(data) };
}

/** `get_lost_push_message` and `confirm_consumed_lost_push_message`: calls in the application's own name. */
export function mountLost(wire: ShopeeWire, room: ShopeeRoom): void {
  wire.get(LOST_PATH, (call) => {
    const oldest = room.now() - RETENTION_MS;
    const retained = room.memory().lost.filter(({ at }) => Date.parse(at) >= oldest);
    const page = retained.slice(0, PAGE);
    return answer(call, {
      push_message_list: page.map(({ body }) => asMessage(body)),
      has_next_page: retained.length > PAGE,
      last_message_id: page.at(-1)?.id ?? 0,
    });
  });
  wire.post(CONSUMED_PATH, async (call) => {
    const lastId = Number((await readJson(call))?.last_message_id);
    if (!Number.isSafeInteger(lastId)) return wrongParameter(call, 'last_message_id is required');
    room.run({ kind: 'shopee_consumed', lastId });
    return answer(call, {});
  });
}
