import { ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteListing } from '../../marketplace.ts';
import { decode, headersOf, PricingRules } from './wire.ts';

/**
 * The rule by which Magalu itself sets the price of a SKU, to win (`TO_WIN`) or to draw level (`TO_DRAW`); null: none is
 * active. A rule that the consent does not let us see counts as none.
 */
export async function getAutomation(
  api: Fetcher,
  session: AccountSession,
  channelId: string,
  sku: string,
): Promise<Result<RemoteListing['automation'], CallFailure>> {
  const rules = decode(
    await api({
      method: 'GET',
      operation: 'rules',
      path: '/seller/v1/pricing-rules/active',
      query: { channel_id: channelId, sku },
      headers: headersOf(session),
      pace: session.sellerId,
      signal: session.signal,
    }),
    PricingRules,
    `the pricing rule of ${sku}`,
  );
  if (!rules.ok) {
    const { kind } = rules.error;
    return kind === 'not_found' || kind === 'forbidden' ? ok(null) : rules;
  }
  // A rule for the whole catalogue names no SKU.
  const rule = rules.value.find((one) => one.sku === null || one.sku === sku);
  return ok(rule === undefined ? null : { name: `pricing_rule ${rule.rule_type}` });
}
