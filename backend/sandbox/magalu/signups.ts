// The subscriptions. The secret of a subscription is answered once, when it is created.
import * as z from 'zod';
import type { Signup } from './memory.ts';
import { type MagaluRoom, type MagaluWire, notFound, part, readJson, refuse } from './room.ts';

export const TOPICS = [
  'portfolios_sku',
  'portfolios_price',
  'portfolios_stock',
  'orders_order',
] as const;
export type Topic = (typeof TOPICS)[number];

/** How long a replaced secret still signs. */
export const GRACE_MS = 3_600_000;

const Body = z.object({ webhook: z.url(), topic_id: z.enum(TOPICS) });

const shown = ({ id, topic, webhook }: Signup) => ({ id, topic_id: topic, webhook });

/** The valid secrets, the newest first. */
export const livingSecrets = ({ secrets }: Signup, now: number): string[] =>
  secrets
    .filter(({ endsAt }) => endsAt === null || endsAt > now)
    .map(({ secret }) => secret)
    .reverse();

/** `PUT`, `GET` and `DELETE /v1/onboarding/signup`. One who signs up again gets another secret. */
export function mountSignups(wire: MagaluWire, room: MagaluRoom): void {
  const path = '/v1/onboarding/signup';
  const own = (tenantId: string) =>
    room.memory().signups.filter((one) => one.tenantId === tenantId);

  wire.get(path, (call) => call.json({ results: own(call.get('access').tenantId).map(shown) }));

  wire.put(path, async (call) => {
    const body = Body.safeParse(await readJson(call));
    if (!body.success) return refuse(call, 422, 'invalid_signup', z.prettifyError(body.error));
    const { webhook, topic_id: topic } = body.data;
    const { tenantId } = call.get('access');
    const present = own(tenantId).find((one) => one.topic === topic);
    const secret = `whsec_${room.hex(48)}`;
    const now = room.now();
    const earlier = (present?.secrets ?? [])
      .filter(({ endsAt }) => endsAt === null || endsAt > now)
      .map((one) => ({ ...one, endsAt: one.endsAt ?? now + GRACE_MS }));
    const signup = {
      id: present?.id ?? room.uuid(),
      tenantId,
      topic,
      webhook,
      secrets: [...earlier, { secret, endsAt: null }],
    };
    room.run({ kind: 'magalu_signup', signup });
    return call.json({ ...shown(signup), secret });
  });

  wire.delete(`${path}/:id`, (call) => {
    const id = part(call, 'id');
    if (!own(call.get('access').tenantId).some((one) => one.id === id))
      return notFound(call, `Signup ${id}`);
    room.run({ kind: 'magalu_signoff', id });
    return call.body(null, 204);
  });
}
