// The state of Amazon's side of the sandbox, in addition to the market.
import type { Settlement, Submission, WorldEvent } from '../world.ts';

/** A price received by `patchListingsItem`, and its outcome. */
export interface ReceivedPatch {
  /** ISO 8601, the sandbox's clock. */
  at: string;
  sellerId: string;
  sku: string;
  submissionId: string;
  /** Only checked, by `mode=VALIDATION_PREVIEW`. */
  preview: boolean;
  /** As received: a decimal amount if it was a number. */
  price: unknown;
  status: 'VALID' | 'INVALID' | 'ACCEPTED';
  /** The code, where it is invalid. */
  code: string | null;
  /** When and how an accepted price was processed; null: not yet, or the SKU is unknown. */
  settledAt: string | null;
  settledAs: Settlement | null;
}

export interface AmazonAccess {
  /** Null: a token for operations without a seller. */
  sellerId: string | null;
  endsAt: number;
  /** It opens Amazon Ads, and nothing of the Selling Partner API. */
  isForAds?: boolean;
}

/** The suffix of the seller in a refresh token of Amazon Ads. */
export const FOR_ADS = '/ads';

export interface Destination {
  destinationId: string;
  name: string;
  resource: {
    eventBridge?: { name: string; accountId: string; region: string };
    sqs?: { arn: string };
  };
}

export interface Subscription {
  sellerId: string;
  notificationType: string;
  subscriptionId: string;
  destinationId: string;
  payloadVersion: string;
}

export interface AmazonState {
  access: Readonly<Record<string, AmazonAccess>>;
  /** The owner of each refresh token; they do not expire. */
  refresh: Readonly<Record<string, string>>;
  patches: readonly ReceivedPatch[];
  destinations: readonly Destination[];
  subscriptions: readonly Subscription[];
}

export type AmazonCommand =
  | {
      kind: 'amazon_grant';
      now: number;
      accessToken: string;
      access: AmazonAccess;
      refreshToken: string | null;
    }
  | {
      kind: 'patch';
      now: number;
      patch: ReceivedPatch;
      submission: Omit<Submission, 'number'> | null;
    }
  | { kind: 'destination'; destination: Destination }
  | { kind: 'destination_gone'; id: string }
  | { kind: 'subscription'; subscription: Subscription }
  | { kind: 'subscription_gone'; id: string };

/** The entry of a record by a name from outside: never an inherited property. */
export const entryOf = <T>(record: Readonly<Record<string, T>>, name: string): T | null =>
  Object.hasOwn(record, name) ? (record[name] ?? null) : null;

const MOST_PATCHES = 10_000;

export const NO_AMAZON: AmazonState = {
  access: {},
  refresh: {},
  patches: [],
  destinations: [],
  subscriptions: [],
};

/** Applies a command to this memory; its effect on the market is applied by the ledger. */
export function applyAmazon(state: AmazonState, command: AmazonCommand): AmazonState {
  switch (command.kind) {
    case 'amazon_grant': {
      const { accessToken, access, refreshToken, now } = command;
      const living = Object.entries(state.access).filter(([, { endsAt }]) => endsAt > now);
      const { sellerId } = access;
      const isNew = refreshToken !== null && sellerId !== null;
      return {
        ...state,
        access: { ...Object.fromEntries(living), [accessToken]: access },
        refresh: isNew
          ? { ...state.refresh, [refreshToken]: access.isForAds ? sellerId + FOR_ADS : sellerId }
          : state.refresh,
      };
    }
    case 'patch':
      return { ...state, patches: [...state.patches.slice(1 - MOST_PATCHES), command.patch] };
    case 'destination':
      return { ...state, destinations: [...state.destinations, command.destination] };
    case 'destination_gone':
      return {
        ...state,
        destinations: state.destinations.filter((one) => one.destinationId !== command.id),
        subscriptions: state.subscriptions.filter((one) => one.destinationId !== command.id),
      };
    case 'subscription':
      return { ...state, subscriptions: [...state.subscriptions, command.subscription] };
    case 'subscription_gone':
      return {
        ...state,
        subscriptions: state.subscriptions.filter((one) => one.subscriptionId !== command.id),
      };
  }
}

/** Records the outcomes of accepted prices. */
export function noteSettled(state: AmazonState, events: readonly WorldEvent[]): AmazonState {
  let { patches } = state;
  for (const event of events) {
    if (event.kind !== 'settled') continue;
    const at = patches.findLastIndex((one) => one.submissionId === event.submissionId);
    const patch = patches[at];
    if (!patch) continue;
    const settledAt = new Date(event.at).toISOString();
    patches = patches.with(at, { ...patch, settledAt, settledAs: event.as });
  }
  return patches === state.patches ? state : { ...state, patches };
}
