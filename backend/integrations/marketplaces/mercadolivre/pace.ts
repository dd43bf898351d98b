/** What Mercado Livre allows one seller. */
export interface MercadoLivrePace {
  /** Calls a minute; 0 or absent: not held to any, as for a sandbox without a limit. */
  callsPerMinute?: number;
}

/** This share of a minute's calls may come at once; the rest is spread over the minute. */
const AT_ONCE = 0.5;
/** A poll of a market takes two calls. */
const CALLS_PER_POLL = 2;

/** Calls a second that can be kept up. */
const lasting = (callsPerMinute: number) => (callsPerMinute * (1 - AT_ONCE)) / 60;

/**
 * The limits as the product keeps to them: in no minute more calls than are allowed, whichever minute is counted.
 * @see https://developers.mercadolivre.com.br/pt_br/boas-praticas-para-uso-da-plataforma (1,500 a minute and seller)
 */
export function mercadoLivrePace({ callsPerMinute = 0 }: MercadoLivrePace) {
  const urgent = ['putItem', 'getPrice', 'token', 'putCampaign', 'putAdGroup'];
  if (callsPerMinute === 0) return { urgent };
  const limit = { perSecond: lasting(callsPerMinute), burst: callsPerMinute * AT_ONCE };
  return { urgent, limits: { '*': limit } };
}

/** Polls a second for which the limit leaves room; null: any number. */
export const pollsPerSecond = ({ callsPerMinute = 0 }: MercadoLivrePace): number | null =>
  callsPerMinute === 0 ? null : lasting(callsPerMinute) / CALLS_PER_POLL;
