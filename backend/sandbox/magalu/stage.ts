// Magalu's side of the sandbox as a whole: its room, its notifications, and the prices that wait to be processed.
import type { Clock } from '../../kernel/clock.ts';
import type { Codes } from '../consent/codes.ts';
import { createDelivery, type Delivery, type DeliverySettings } from '../delivery.ts';
import type { Command, Ledger } from '../ledger.ts';
import type { WorldEvent } from '../world.ts';
import type { MagaluState, SettledWrite } from './memory.ts';
import { messagesOf } from './messages.ts';
import type { MagaluRoom } from './room.ts';

/** The number of attempts is not published; here it is five within an hour. */
export const DEFAULT_MAGALU_DELIVERY = {
  lossPercent: 2,
  duplicatePercent: 1,
  timeoutMs: 5_000,
  retrySpanMs: 3_600_000,
  delayMs: 0,
  parallel: 16,
} as const;
const ATTEMPTS = 5;

export interface MagaluSettings {
  publicUrl: string;
  delivery: DeliverySettings;
  client: { id: string; secret: string } | null;
  tokenSeconds: number;
  /** Least and most milliseconds until an accepted price is processed. */
  acceptMs: readonly [number, number];
}

export interface MagaluMeans {
  ledger: Ledger;
  clock: Clock;
  marketNow(): number;
  limited(): boolean;
  hex(length: number): string;
  /** From 0 to 1. */
  random(): number;
  run(command: Command): void;
  codes: Codes;
}

export interface MagaluStage {
  room: MagaluRoom;
  delivery: Delivery;
  /** Notifies the sellers who subscribed. */
  notify(events: readonly WorldEvent[], settled: readonly SettledWrite[]): void;
  /** Processes the due prices. */
  settle(): void;
  setAcceptance(least: number, most: number): void;
}

const nextDue = ({ writes }: MagaluState) =>
  writes.reduce(
    (earliest, { settled, dueAt }) => (settled ? earliest : Math.min(earliest, dueAt)),
    Infinity,
  );

/** Creates Magalu's side. */
export function createMagaluStage(settings: MagaluSettings, means: MagaluMeans): MagaluStage {
  const { ledger, clock, marketNow, random, run } = means;
  const now = () => clock().getTime();
  const memory = () => ledger.state().magalu;
  let acceptance = settings.acceptMs;
  let seen: MagaluState['writes'] | null = null;
  let due = Infinity;

  const delivery = createDelivery(
    settings.delivery,
    {
      attempts: ATTEMPTS,
      isTaken: (status) => status >= 200 && status < 300,
      isTriedAgain: () => true,
    },
    { fetch, now, random },
  );

  function settle() {
    const magalu = memory();
    if (magalu.writes !== seen) {
      seen = magalu.writes;
      due = nextDue(magalu);
    }
    if (due <= marketNow()) run({ kind: 'magalu_settle', now: marketNow() });
  }

  const room: MagaluRoom = {
    world() {
      settle();
      return ledger.state().world;
    },
    memory,
    marketNow,
    now,
    publicUrl: settings.publicUrl,
    client: settings.client,
    tokenSeconds: settings.tokenSeconds,
    limited: means.limited,
    hex: means.hex,
    uuid: () => crypto.randomUUID(),
    acceptMs() {
      const [least, most] = acceptance;
      return Math.round(least + random() * (most - least));
    },
    codes: means.codes,
    run,
  };

  return {
    room,
    delivery,
    notify(events, settled) {
      const { world } = ledger.state();
      for (const message of messagesOf({ world, events, settled, signups: () => memory().signups }))
        delivery.send(message);
    },
    settle,
    setAcceptance(least, most) {
      acceptance = [least, most];
    },
  };
}
