// Recorded answers of Shopee, through the product's own requests and decoders.
import type { CallFailure, PushOutcome } from '../../../integrations/marketplace.ts';
import { createShopee } from '../../../integrations/marketplaces/shopee/connector.ts';
import { errorOf } from '../../../integrations/marketplaces/shopee/envelope.ts';
import type { Result } from '../../../kernel/result.ts';
import {
  type Exchange,
  failed,
  type Replayer,
  recordOf,
  typedError,
  understood,
  unused,
  wireOf,
} from '../exchange.ts';
import { NOW, OPERATIONS } from './operations.ts';

const clock = () => NOW;
const SETTINGS = {
  partnerId: '1',
  partnerKey: 'a key for replays alone',
  redirectUri: 'https://product.example/back',
  consentPage: 'https://product.example/consent',
  pushUrl: 'https://product.example/pushes',
  itemPage: 'https://product.example/{shop}/{item}',
  callsPerSecond: 0,
};

const codeOf = (ended: Result<unknown, CallFailure> | PushOutcome): string | null => {
  if ('ok' in ended) return ended.ok ? null : ended.error.code;
  if (ended.kind === 'failed') return ended.failure.code;
  return ended.kind === 'rejected' ? ended.code : null;
};

/** The recorded body; undefined where it is no whole JSON, as some samples of the documentation are. */
function bodyOf({ text }: Exchange): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Replays one exchange. A good answer that the product takes for an error counts as failed, and so does an error that it
 * takes for success.
 */
export const replay: Replayer = async (exchange) => {
  const { request, operation: name, status, text } = exchange;
  const operation = request === null ? undefined : OPERATIONS[request.path];
  if (request === null || operation === undefined)
    return unused(name ?? request?.path ?? 'no request');
  const body = bodyOf(exchange);
  const response = recordOf(body).response ?? body;
  const beside = operation.beside?.(response) ?? {};
  const { fetcher, sent } = wireOf((one) => {
    if (one.path === request.path) return { status, text };
    const known = beside[one.path];
    const other = known === undefined ? { error: 'error_not_found' } : { response: known };
    return { status: 200, text: JSON.stringify({ error: '', message: '', ...other }) };
  }, clock);
  try {
    const code = codeOf(await operation.run(createShopee(SETTINGS, fetcher, clock), response));
    const own = sent.find(({ path }) => path === request.path);
    if (own?.method !== request.method) return failed(`${request.path}: would not ask for it`);
    const isError = body !== undefined && errorOf(body) !== null;
    if (code === null)
      return isError ? failed(`${request.path}: took an error for success`) : understood;
    return !isError && body !== undefined && operation.isSufficient(response)
      ? failed(`${request.path}: took a good answer for ${code}`)
      : typedError(code);
  } catch (fault) {
    return failed(`threw ${fault instanceof Error ? fault.message : String(fault)}`);
  }
};
