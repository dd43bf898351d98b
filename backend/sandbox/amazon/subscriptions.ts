// The Notifications API: destinations, and which seller subscribes to which kind.
import * as z from 'zod';
import type { Destination, Subscription } from './memory.ts';
import {
  type AmazonCall,
  type AmazonRoom,
  type AmazonWire,
  invalid,
  notFound,
  part,
  readJson,
  refuse,
} from './room.ts';

/** The kinds of notifications that are sent here. */
const NOTIFICATION_TYPES = [
  'ANY_OFFER_CHANGED',
  'PRICING_HEALTH',
  'LISTINGS_ITEM_STATUS_CHANGE',
  'LISTINGS_ITEM_ISSUES_CHANGE',
  'ORDER_CHANGE',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

const NewDestination = z.object({
  name: z.string().min(1).max(256),
  resourceSpecification: z.union([
    z.object({
      eventBridge: z.object({ region: z.string().min(1), accountId: z.string().regex(/^\d{12}$/) }),
    }),
    z.object({ sqs: z.object({ arn: z.string().regex(/^arn:aws:sqs:\S+:\S+:\S+$/) }) }),
  ]),
});

const NewSubscription = z.object({
  payloadVersion: z.string().min(1),
  destinationId: z.string().min(1),
});

/** The event source is this, the account and the application. */
export const SOURCE = 'aws.partner/sellingpartnerapi.amazon.com';

function resourceOf(
  spec: z.infer<typeof NewDestination>['resourceSpecification'],
  applicationId: string,
): Destination['resource'] {
  if ('sqs' in spec) return { sqs: spec.sqs };
  const { accountId, region } = spec.eventBridge;
  return {
    eventBridge: { name: `${SOURCE}/${accountId}/${applicationId}`, accountId, region },
  };
}

const shown = ({ subscriptionId, payloadVersion, destinationId }: Subscription) => ({
  subscriptionId,
  payloadVersion,
  destinationId,
});

const conflict = (call: AmazonCall, details: string) =>
  refuse(call, 409, 'Conflict', 'The request could not be completed due to a conflict.', details);

/** Destinations, which belong to the application. */
function mountDestinations(wire: AmazonWire, room: AmazonRoom, applicationId: string): void {
  const path = '/notifications/v1/destinations';
  const find = (id: string) =>
    room.memory().destinations.find((one) => one.destinationId === id) ?? null;

  wire.get(path, (call) => call.json({ payload: room.memory().destinations }));

  wire.post(path, async (call) => {
    const read = NewDestination.safeParse(await readJson(call));
    if (!read.success) return invalid(call, z.prettifyError(read.error));
    const resource = resourceOf(read.data.resourceSpecification, applicationId);
    const same = JSON.stringify(resource);
    if (room.memory().destinations.some((one) => JSON.stringify(one.resource) === same))
      return conflict(call, 'A destination with this resource exists already.');
    const destination = { destinationId: room.uuid(), name: read.data.name, resource };
    room.run({ kind: 'destination', destination });
    return call.json({ payload: destination });
  });

  wire.get(`${path}/:id`, (call) => {
    const found = find(part(call, 'id'));
    return found ? call.json({ payload: found }) : notFound(call, 'No such destination.');
  });

  wire.delete(`${path}/:id`, (call) => {
    const id = part(call, 'id');
    if (!find(id)) return notFound(call, 'No such destination.');
    room.run({ kind: 'destination_gone', id });
    return call.json({});
  });
}

/** Subscriptions: a seller has one for each kind of notification. */
function mountSubscriptions(wire: AmazonWire, room: AmazonRoom): void {
  const path = '/notifications/v1/subscriptions/:type';
  const isKnown = (type: string) => (NOTIFICATION_TYPES as readonly string[]).includes(type);
  const ofSeller = (call: AmazonCall) =>
    room
      .memory()
      .subscriptions.find(
        (one) =>
          one.sellerId === call.get('sellerId') && one.notificationType === part(call, 'type'),
      );
  const byId = (call: AmazonCall) =>
    room
      .memory()
      .subscriptions.find(
        (one) =>
          one.subscriptionId === part(call, 'id') && one.notificationType === part(call, 'type'),
      );

  wire.get(path, (call) => {
    if (!isKnown(part(call, 'type'))) return invalid(call, 'Invalid notificationType.');
    const found = ofSeller(call);
    return found ? call.json({ payload: shown(found) }) : notFound(call, 'No such subscription.');
  });

  wire.post(path, async (call) => {
    const notificationType = part(call, 'type');
    if (!isKnown(notificationType)) return invalid(call, 'Invalid notificationType.');
    const read = NewSubscription.safeParse(await readJson(call));
    if (!read.success) return invalid(call, z.prettifyError(read.error));
    const { destinationId, payloadVersion } = read.data;
    const isThere = room.memory().destinations.some((one) => one.destinationId === destinationId);
    if (!isThere) return invalid(call, 'The destination does not exist.');
    if (ofSeller(call)) return conflict(call, 'A subscription of this type exists already.');
    const subscription = {
      sellerId: call.get('sellerId'),
      notificationType,
      subscriptionId: room.uuid(),
      destinationId,
      payloadVersion,
    };
    room.run({ kind: 'subscription', subscription });
    return call.json({ payload: shown(subscription) });
  });

  wire.get(`${path}/:id`, (call) => {
    const found = byId(call);
    return found ? call.json({ payload: shown(found) }) : notFound(call, 'No such subscription.');
  });

  wire.delete(`${path}/:id`, (call) => {
    const found = byId(call);
    if (!found) return notFound(call, 'No such subscription.');
    room.run({ kind: 'subscription_gone', id: found.subscriptionId });
    return call.json({});
  });
}

/** The operations of the notifications API, version 1, that the product uses. */
export function mountNotificationsApi(wire: AmazonWire, room: AmazonRoom, applicationId: string) {
  mountDestinations(wire, room, applicationId);
  mountSubscriptions(wire, room);
}
