// What a replay knows of one operation of Mercado Livre.
import type { CallFailure, Connector, PushOutcome } from '../../../integrations/marketplace.ts';
import type { Result } from '../../../kernel/result.ts';
import type { RecordedRequest } from '../exchange.ts';
import type { Given } from './calls.ts';

/** How the product uses one operation. */
export interface Operation {
  name: string;
  method: string;
  path: RegExp;
  /** Required content of an answer: documentation shows excerpts, and one without it cannot be replayed. */
  isSufficient: (answer: unknown, query: RecordedRequest['query']) => boolean;
  /** A 404 is an answer too: the item is outside the catalog, or the product has no offers. */
  isAbsenceSufficient?: true;
  /** So is a 403: the call is closed to this seller, and the market is read without it. */
  isRefusalSufficient?: true;
  /** False: the same address serves a purpose that the product has no use for. */
  isUsed?: (given: Given) => boolean;
  /** Makes the call of the port that sends this request. */
  run(marketplace: Connector, given: Given): Promise<Result<unknown, CallFailure> | PushOutcome>;
  /** The recorded answer as the product receives it, if it requests it within another one. */
  wrap?: (answer: string, status: number) => { text: string; status: number };
  /** The request by which the product gets the same. */
  request?: { path: string };
  /** The further requests of the same call of the port, with answers, by `METHOD path`. */
  beside?: (given: Given) => Record<string, unknown>;
}

/** An id in a path, or its placeholder (`$ITEM_ID`): words in lower case are resources. */
const ID = '((?![a-z_-]+(?:/|$))[^/]+)';
export const at = (path: string) => new RegExp(`^${path.replaceAll('*', ID)}$`);
