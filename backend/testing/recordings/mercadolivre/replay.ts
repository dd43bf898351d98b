// Recorded answers of Mercado Livre, through the product's own requests and decoders.

import { failure } from '../../../integrations/answers.ts';
import type { CallFailure, Connector, PushOutcome } from '../../../integrations/marketplace.ts';
import { createMercadoLivre } from '../../../integrations/marketplaces/mercadolivre/connector.ts';
import { refine } from '../../../integrations/marketplaces/mercadolivre/wire.ts';
import type { Result } from '../../../kernel/result.ts';
import { incoming } from '../../incoming.ts';
import {
  type Exchange,
  failed,
  nameOf,
  type RecordedRequest,
  type Replayer,
  recordOf,
  type Sent,
  typedError,
  understood,
  unused,
  type Verdict,
  wireOf,
} from '../exchange.ts';
import { answerOf, idOf } from './answers.ts';
import { type Given, NOW } from './calls.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

const clock = () => NOW;
const APP = {
  clientId: 'app',
  clientSecret: 'secret',
  redirectUri: 'https://product.example/back',
};

/** Whether a record contains a successful answer, which the product has to decode. */
const isGoodAnswer = (exchange: Exchange, { isSufficient }: Operation): boolean =>
  exchange.isWhole &&
  exchange.status < 400 &&
  isSufficient(answerOf(exchange), exchange.request?.query ?? {});

/** What a request carries: a form may be in the address as well. */
const bodyOf = ({ method, query, body }: RecordedRequest): Record<string, unknown> => ({
  ...(method === 'POST' && query),
  ...recordOf(body),
});

function operationOf(
  exchange: Exchange,
  request: RecordedRequest,
): { operation: Operation; given: Given } | null {
  for (const operation of OPERATIONS) {
    const match = operation.path.exec(request.path);
    if (match === null || operation.method !== request.method) continue;
    const answer = answerOf(exchange);
    const answered = idOf(answer);
    const given = { request, id: match[1] ?? '', body: bodyOf(request), answer, answered };
    if (operation.isUsed?.(given) ?? true) return { operation, given };
  }
  return null;
}

const codeOf = (ended: Result<unknown, CallFailure> | PushOutcome): string | null => {
  if ('ok' in ended) return ended.ok ? null : ended.error.code;
  if (ended.kind === 'failed') return ended.failure.code;
  return ended.kind === 'rejected' ? ended.code : null;
};

/** Sites by one name, as ids are. */
const SITE = /(?<=\/)M[A-Z]{2}(?=\/|$)/g;

/** Whether the recorded body is a notification, whatever the recorded request. */
function verdictOnNotification(exchange: Exchange, marketplace: Connector): Verdict | null {
  const body = recordOf(answerOf(exchange));
  if (typeof body.topic !== 'string' || body.resource === undefined) return null;
  const notification = marketplace.decodeNotification(incoming(body), []);
  if (!notification.ok) return typedError(notification.error);
  return notification.value.length === 0 ? unused(`notification ${body.topic}`) : understood;
}

/** The code of an error that any call may get. */
const errorOf = (exchange: Exchange): string =>
  refine(failure('invalid', String(exchange.status), ''), answerOf(exchange)).code;

/** The way out itself refused the answer, however good it was. */
const UNSAID = new Set(['too_large']);

/** The recorded request has to be among those that the product sent. */
function mismatch({ operation, given }: { operation: Operation; given: Given }, sent: Sent[]) {
  const { method } = given.request;
  const path = operation.request?.path ?? given.request.path;
  const same = sent.find((one) => one.method === method && one.path === path);
  if (same === undefined) return `would send ${sent.map((one) => `${one.method} ${one.path}`)}`;
  const unknown = Object.keys(recordOf(same.body)).filter((name) => !(name in given.body));
  return given.request.body !== undefined && unknown.length > 0
    ? `would send ${unknown.join(', ')} besides`
    : null;
}

/**
 * Replays one exchange.
 * A successful answer that the product cannot decode counts as failed: the caller would get a false error.
 */
export const replay: Replayer = async (exchange) => {
  const bare = createMercadoLivre(
    APP,
    wireOf(() => ({ status: 404, text: '' }), clock).fetcher,
    clock,
  );
  const notification = verdictOnNotification(exchange, bare);
  if (notification !== null) return notification;
  const { request: recorded, status, text } = exchange;
  // Documentation leaves the site open, and the product names one.
  const request = recorded && {
    ...recorded,
    path: recorded.path.replaceAll('$ADVERTISER_SITE_ID', 'MLB'),
  };
  if (request === null)
    return status < 400 ? unused('no request recorded') : typedError(errorOf(exchange));
  const found = operationOf(exchange, request);
  if (found === null) return unused(nameOf(request).replaceAll(SITE, '{site}'));

  const { operation, given } = found;
  const path = operation.request?.path ?? request.path;
  const answer = operation.wrap?.(text, status) ?? { text, status };
  const beside = operation.beside?.(given) ?? {};
  const { fetcher, sent } = wireOf((one) => {
    if (one.path === path && one.method === request.method) return answer;
    const known = beside[`${one.method} ${one.path}`];
    return known === undefined
      ? { status: 404, text: '{}' }
      : { status: 200, text: JSON.stringify(known) };
  }, clock);
  try {
    const ended = await operation.run(createMercadoLivre(APP, fetcher, clock), given);
    const wrong = mismatch(found, sent);
    if (wrong !== null) return failed(wrong);
    const code = codeOf(ended);
    const isSuccess =
      status < 400 ||
      (status === 404 && operation.isAbsenceSufficient) ||
      (status === 403 && operation.isRefusalSufficient);
    if (code === null)
      return isSuccess ? understood : failed(`${operation.name}: took a ${status} for success`);
    return isGoodAnswer(exchange, operation) && !UNSAID.has(code)
      ? failed(`${operation.name}: took a good answer for ${code}`)
      : typedError(code);
  } catch (fault) {
    return failed(`threw ${fault instanceof Error ? fault.message : String(fault)}`);
  }
};
