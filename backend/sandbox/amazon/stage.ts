// Amazon's side of the sandbox as a whole: its room, its notifications, and the prices that wait to be processed.
import type { Clock } from '../../kernel/clock.ts';
import type { Codes } from '../consent/codes.ts';
import { createDelivery, type Delivery, type DeliverySettings } from '../delivery.ts';
import type { Faults } from '../faults.ts';
import type { Command, Ledger } from '../ledger.ts';
import {
  findAmazonSeller,
  isOpenAbroad,
  sellsAbroad,
  type World,
  type WorldEvent,
} from '../world.ts';
import { messagesOf, type Sender } from './messages.ts';
import type { AmazonRoom } from './room.ts';

export const AMAZON_APPLICATION = 'amzn1.sp.solution.5f1c7a52-90b3-4d0e-8a64-0d9c2b7e61aa';

/** As with EventBridge: 5 seconds to answer, and a day of attempts whose pauses double. */
export const DEFAULT_AMAZON_DELIVERY = {
  lossPercent: 2,
  duplicatePercent: 1,
  timeoutMs: 5_000,
  retrySpanMs: 86_400_000,
  delayMs: 0,
  parallel: 16,
} as const;
const ATTEMPTS = 17;
const TRIED_AGAIN = new Set([401, 407, 409, 429]);

export interface AmazonSettings {
  publicUrl: string;
  delivery: DeliverySettings;
  webhookKey: string | null;
  client: { id: string; secret: string } | null;
  tokenSeconds: number;
  /** Least and most milliseconds until an accepted price is processed. */
  acceptMs: readonly [number, number];
}

export interface AmazonMeans {
  ledger: Ledger;
  faults: Faults;
  clock: Clock;
  marketNow(): number;
  limited(): boolean;
  hex(length: number): string;
  /** From 0 to 1. */
  random(): number;
  run(command: Command): void;
  codes: Codes;
}

export interface AmazonStage {
  room: AmazonRoom;
  delivery: Delivery;
  /** Sends notifications of events to the subscribed sellers. */
  notify(events: readonly WorldEvent[]): void;
  /** Processes the due prices. */
  settle(): void;
  setAcceptance(least: number, most: number): void;
}

const nextDue = ({ submissions }: World) =>
  submissions.reduce((earliest, { dueAt }) => Math.min(earliest, dueAt), Infinity);

/** Creates Amazon's side. */
export function createAmazonStage(settings: AmazonSettings, means: AmazonMeans): AmazonStage {
  const { ledger, faults, clock, marketNow, random, run } = means;
  const now = () => clock().getTime();
  const uuid = () => crypto.randomUUID();
  const memory = () => ledger.state().amazon;
  let acceptance = settings.acceptMs;
  let seen: World['submissions'] | null = null;
  let due = Infinity;

  const delivery = createDelivery(
    settings.delivery,
    {
      attempts: ATTEMPTS,
      isTaken: (status) => status >= 200 && status < 300,
      isTriedAgain: (status) => status >= 500 || TRIED_AGAIN.has(status),
    },
    { fetch, now, random },
  );
  const sender: Sender = {
    applicationId: AMAZON_APPLICATION,
    destination: (id) => memory().destinations.find((one) => one.destinationId === id) ?? null,
    webhookKey: settings.webhookKey,
    uuid,
  };

  function settle() {
    const { world } = ledger.state();
    if (world.submissions !== seen) {
      seen = world.submissions;
      due = nextDue(world);
    }
    if (due <= marketNow()) run({ kind: 'settle', now: marketNow() });
  }

  const room: AmazonRoom = {
    world() {
      settle();
      return ledger.state().world;
    },
    marketNow,
    now,
    publicUrl: settings.publicUrl,
    client: settings.client,
    tokenSeconds: settings.tokenSeconds,
    limited: means.limited,
    hex: means.hex,
    uuid,
    acceptMs() {
      const [least, most] = acceptance;
      return Math.round(least + random() * (most - least));
    },
    memory,
    codes: means.codes,
    run,
    open(sellerId, { country }) {
      const { world } = ledger.state();
      const seller = findAmazonSeller(world, sellerId);
      if (country === 'BR' || seller === null || !sellsAbroad(seller.id)) return;
      if (!isOpenAbroad(world, seller.id, 'amazon', country))
        run({ kind: 'abroad', sellerId: seller.id, shop: 'amazon', country });
    },
    itemFails(call) {
      const { method, path } = call.req;
      const operation = call.get('operation');
      return faults.takeItem({ marketplace: 'amazon', operation, method, path });
    },
  };

  return {
    room,
    delivery,
    notify(events) {
      const { world, amazon } = ledger.state();
      const { subscriptions } = amazon;
      for (const message of messagesOf({ world, events, subscriptions, sender, now: marketNow() }))
        delivery.send(message);
    },
    settle,
    setAcceptance(least, most) {
      acceptance = [least, most];
    },
  };
}
