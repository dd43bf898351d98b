import type { Clock } from '../../../kernel/clock.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher } from '../../marketplace.ts';
import { type AmazonApp, type Granted, grant } from './auth.ts';
import * as requests from './requests.ts';
import {
  CreatedDestination,
  type Destination,
  Destinations,
  decode,
  refine,
  Subscription,
} from './wire.ts';

/**
 * Where Amazon delivers its notifications, inside AWS; from there an EventBridge API destination calls the product,
 * with the key in `x-api-key`. Amazon sends changes of offers, prices and orders to a queue (which a pipe reads), and changes
 * of listings to an event bus.
 * @see https://developer-docs.amazon.com/sp-api/docs/notifications-api-v1-use-case-guide
 */
export interface Delivery {
  queueArn: string | null;
  eventBus: { accountId: string; region: string } | null;
}

/** Types by the destination that can carry them. Without a queue, the bus is asked to carry all. */
const QUEUE_TYPES = ['ANY_OFFER_CHANGED', 'PRICING_HEALTH', 'ORDER_CHANGE'];
const BUS_TYPES = ['LISTINGS_ITEM_STATUS_CHANGE', 'LISTINGS_ITEM_ISSUES_CHANGE'];

/** Grantless calls are made in the application's own name. @see https://developer-docs.amazon.com/sp-api/docs/grantless-operations */
const SCOPE = 'sellingpartnerapi::notifications';
const NEARLY_OVER_MS = 60_000;

type Place = { sqs: { arn: string } } | { eventBridge: { accountId: string; region: string } };

const isAt = ({ resource }: Destination, place: Place) =>
  'sqs' in place
    ? resource?.sqs?.arn === place.sqs.arn
    : resource?.eventBridge?.accountId === place.eventBridge.accountId &&
      resource.eventBridge.region === place.eventBridge.region;

/** Makes the function that subscribes sellers; it remembers the application's own destinations. */
export function createSubscriber(
  app: AmazonApp,
  delivery: Delivery,
  { login, api }: { login: Fetcher; api: Fetcher },
  clock: Clock,
): (session: AccountSession) => Promise<Result<Record<string, never>, CallFailure>> {
  let granted: Granted | null = null;
  const known = new Map<Place, string>();

  async function applicationToken(signal?: AbortSignal): Promise<Result<string, CallFailure>> {
    if (granted !== null && granted.expiresAt.getTime() - NEARLY_OVER_MS > clock().getTime())
      return ok(granted.accessToken);
    const form = { grant_type: 'client_credentials', scope: SCOPE };
    const answer = await grant(app, login, clock, form, signal);
    if (!answer.ok) return answer;
    granted = answer.value;
    return ok(granted.accessToken);
  }

  /** The destination at an address: the existing one, or a new one. */
  async function destinationAt(
    place: Place,
    signal?: AbortSignal,
  ): Promise<Result<string, CallFailure>> {
    const remembered = known.get(place);
    if (remembered !== undefined) return ok(remembered);
    const token = await applicationToken(signal);
    if (!token.ok) return token;
    const all = decode(
      await api(requests.getDestinations(token.value, signal)),
      Destinations,
      'the destinations',
    );
    if (!all.ok) return all;
    const present = all.value.find((one) => isAt(one, place));
    const destination =
      present !== undefined
        ? ok(present)
        : decode(
            await api(requests.createDestination(token.value, place, signal)),
            CreatedDestination,
            'the new destination',
          );
    if (!destination.ok) return destination;
    known.set(place, destination.value.destinationId);
    return ok(destination.value.destinationId);
  }

  async function create(
    session: AccountSession,
    type: string,
    destinationId: string,
  ): Promise<Result<null, CallFailure>> {
    const answer = await api(requests.createSubscription(session, type, destinationId));
    if (!answer.ok) return answer;
    const { status, failure, body } = answer.value;
    // Another process was faster: it exists.
    if (failure === null || status === 409) return ok(null);
    const refused = refine(failure, body);
    // The remembered destination may no longer exist: the next call looks for it again.
    if (refused.kind === 'invalid' || refused.kind === 'not_found') known.clear();
    return fail(refused);
  }

  /** Subscribes to one type; a subscription with another destination is moved to this one. */
  async function subscribeTo(
    session: AccountSession,
    type: string,
    place: Place,
  ): Promise<Result<null, CallFailure>> {
    const destination = await destinationAt(place, session.signal);
    if (!destination.ok) return destination;
    const present = decode(
      await api(requests.getSubscription(session, type)),
      Subscription,
      'the subscription',
    );
    if (present.ok) {
      if (present.value.destinationId === destination.value) return ok(null);
      const token = await applicationToken(session.signal);
      if (!token.ok) return token;
      const id = present.value.subscriptionId;
      const gone = await api(
        requests.deleteSubscriptionById(token.value, type, id, session.signal),
      );
      if (!gone.ok) return gone;
      const { failure, body } = gone.value;
      if (failure !== null && failure.kind !== 'not_found') return fail(refine(failure, body));
    } else if (present.error.kind !== 'not_found') return present;
    return await create(session, type, destination.value);
  }

  const bus: Place | null = delivery.eventBus && { eventBridge: delivery.eventBus };
  const queue: Place | null =
    delivery.queueArn === null ? null : { sqs: { arn: delivery.queueArn } };
  const offers = queue ?? bus;
  const wanted = [
    ...(offers ? QUEUE_TYPES.map((type) => ({ type, place: offers })) : []),
    ...(bus ? BUS_TYPES.map((type) => ({ type, place: bus })) : []),
  ];

  return async (session) => {
    let refused: CallFailure | null = null;
    for (const { type, place } of wanted) {
      const answer = await subscribeTo(session, type, place);
      // A missing permission for one type does not prevent the others.
      if (!answer.ok && answer.error.kind !== 'forbidden') return answer;
      if (!answer.ok) refused ??= answer.error;
    }
    return refused === null ? ok({}) : fail(refused);
  };
}
