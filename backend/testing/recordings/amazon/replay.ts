// Recorded answers of Amazon, through the product's own requests and decoders.
import type { AccountSession } from '../../../integrations/marketplace.ts';
import type { Operation } from '../../../integrations/marketplaces/amazon/limits.ts';
import { decodeNotification } from '../../../integrations/marketplaces/amazon/notifications.ts';
import { accountsOver } from '../../../integrations/marketplaces/amazon/stores.ts';
import { refine } from '../../../integrations/marketplaces/amazon/wire.ts';
import {
  type Exchange,
  failed,
  type RecordedRequest,
  type Replayer,
  recordOf,
  typedError,
  understood,
  unused,
  type Verdict,
  wireOf,
} from '../exchange.ts';
import { entriesIn, NOW, OPERATIONS, type Replayed, storeIn, wordOf } from './operations.ts';

const clock = () => NOW;
const KEY = 'replay';
const SESSION: AccountSession = { sellerId: 'SELLER', accessToken: 'Atza|replay' };

const isUsed = (name: string): name is Operation => Object.hasOwn(OPERATIONS, name);

/** The part of a path that names the version of an API. */
const VERSION = /(?<=\/)(?:v\d+|\d{4}-\d{2}-\d{2})(?=\/)/;

/** The API version of a record, if the product uses another. */
function otherVersion({ build }: Replayed, { path }: RecordedRequest): string | null {
  const [reported = null] = VERSION.exec(path) ?? [];
  const [own = null] = VERSION.exec(build(SESSION, [], undefined).path) ?? [];
  return reported === own ? null : reported;
}

/** Why the product would not send what was recorded; null: it would. */
function mismatch(replayed: Replayed, { method, path, body }: RecordedRequest): string | null {
  const parts = replayed.path.exec(path);
  if (parts === null) return `would not call ${path}`;
  const call = replayed.build(SESSION, parts.slice(1), body);
  if (call.method !== method || decodeURIComponent(call.path) !== path)
    return `would send ${call.method} ${call.path}`;
  const uris = (of: unknown) =>
    entriesIn(of)
      .map((entry) => `${wordOf(entry.method)} ${wordOf(entry.uri)}`)
      .join();
  return uris(call.json) === uris(body) ? null : `would ask for ${uris(call.json)}`;
}

function verdictOnNotification(exchange: Exchange): Verdict {
  const headers = new Headers({ 'x-api-key': KEY });
  const body: unknown = JSON.parse(exchange.text);
  const accounts = accountsOver(storeIn(exchange));
  const notification = decodeNotification(accounts, KEY, { body, headers });
  if (!notification.ok) return typedError(notification.error);
  return notification.value.length === 0
    ? unused(exchange.operation ?? 'notification')
    : understood;
}

/** What the product makes of the recorded answer to one of its calls. */
async function verdictOf(replayed: Replayed, exchange: Exchange): Promise<Verdict> {
  const { status, text, isWhole } = exchange;
  const { fetcher } = wireOf(() => ({ status, text }), clock);
  const answer = await fetcher({ method: 'GET', operation: 'replay', path: '/', pace: 'replay' });
  if (!answer.ok) return typedError(answer.error.code);
  const { failure, body } = answer.value;
  if (failure !== null) return typedError(refine(failure, body).code);
  const read = replayed.read(body, exchange);
  if (read.ok) return understood;
  const isSufficient = replayed.isSufficient?.(recordOf(body).payload ?? body) ?? true;
  const isMisread = isWhole && isSufficient && read.error.code === 'unreadable';
  return isMisread ? failed(read.error.message) : typedError(read.error.code);
}

/**
 * Replays one exchange. A successful answer that the product cannot decode counts as failed: the caller would get a false
 * error. A price that Amazon refuses is a true error.
 */
export const replay: Replayer = async (exchange) => {
  const { operation, request, isWhole } = exchange;
  try {
    if (operation?.startsWith('notifications/') && isWhole) return verdictOnNotification(exchange);
    if (operation === null || !isUsed(operation)) return unused(operation ?? 'no operation');
    const replayed = OPERATIONS[operation];
    const version = request && otherVersion(replayed, request);
    if (version !== null) return unused(`${operation} (${version})`);
    const wrong = request && mismatch(replayed, request);
    return wrong === null ? await verdictOf(replayed, exchange) : failed(wrong);
  } catch (fault) {
    return failed(`threw ${fault instanceof Error ? fault.message : 'something'}`);
  }
};
