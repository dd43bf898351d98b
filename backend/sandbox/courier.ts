// Mercado Livre's notifications: a topic, a resource and a seller, to be answered with a 200 at once.
import {
  createDelivery,
  type Delivery,
  type DeliveryCounts,
  type DeliveryMeans,
  type DeliverySettings,
} from './delivery.ts';
import type { MissedFeed } from './ledger.ts';

/** The content of a notification. */
export interface Notification {
  topic: string;
  resource: string;
  /** A number in most topics, text in others: the real wire does both. */
  userId: number | string;
}

export interface CourierSettings extends DeliverySettings {
  applicationId: number;
}

export const DEFAULT_DELIVERY = {
  lossPercent: 2,
  duplicatePercent: 1,
  timeoutMs: 500,
  retrySpanMs: 3_600_000,
  delayMs: 0,
  parallel: 16,
} as const;

export interface CourierMeans extends DeliveryMeans {
  uuid: () => string;
  /** A notification was given up after its last attempt. */
  onMissed: (feed: MissedFeed) => void;
}

export type CourierCounts = DeliveryCounts;

/** The delivery of Mercado Livre's notifications. */
export interface Courier extends Omit<Delivery, 'send'> {
  send(notification: Notification): void;
}

const HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

/** Sends notifications to the configured address, a few at once, each up to 8 times. */
export function createCourier(settings: CourierSettings, means: CourierMeans): Courier {
  const { applicationId } = settings;
  const delivery = createDelivery(
    settings,
    { attempts: 8, isTaken: (status) => status === 200, isTriedAgain: () => true },
    means,
  );
  return {
    ...delivery,
    send(notification) {
      const id = means.uuid();
      const received = new Date(means.now()).toISOString();
      const write = (attempts: number, sentAt: Date) => ({
        _id: id,
        resource: notification.resource,
        user_id: notification.userId,
        topic: notification.topic,
        application_id: applicationId,
        attempts,
        sent: sentAt.toISOString(),
        received,
      });
      delivery.send({
        headers: HEADERS,
        body: (attempt, sentAt) => JSON.stringify(write(attempt, sentAt)),
        onGivenUp: (last) =>
          means.onMissed({
            ...write(last.attempt, last.sentAt),
            request: {
              url: last.url,
              headers: {
                ...HEADERS,
                'content-length': new TextEncoder().encode(last.body).length,
              },
              data: last.body,
            },
            response: {
              req_time: last.milliseconds,
              http_code: last.status,
              body: last.fault,
              headers: {},
            },
          }),
      });
    },
  };
}
