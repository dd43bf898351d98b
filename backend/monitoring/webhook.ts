// Receives a marketplace's notification: the marketplace's connector checks its proof and decodes it, and it is taken in for each
// account of its sellers. `observe.ts` then records the market that it carries, or has the market polled, and `pass-on.ts` passes on
// what is not about listings.
import {
  findSeller,
  type MarketplaceContext,
  noteReceived,
  secretsOf,
} from '../catalog/actions.ts';
import { problem } from '../catalog/problems.ts';
import {
  type IncomingNotification,
  type Marketplace,
  type MarketplaceNotification,
  UNPROVEN,
} from '../integrations/marketplace.ts';
import { problem as kernelProblem } from '../kernel/problems.ts';
import { fail, type Result } from '../kernel/result.ts';
import { OtherAnswer, type Route, route } from '../platform/http.ts';
import { webhook } from './contract.ts';
import { createIntake } from './notification-intake.ts';

/** A notification is a few hundred bytes. */
const BODY_LIMIT = 64 * 1024;

/**
 * Decodes a notification. One that the secret of an account proves counts for that account alone: otherwise the secret of one account
 * could speak for all others.
 */
async function decode(
  ctx: MarketplaceContext,
  marketplace: Marketplace,
  incoming: IncomingNotification,
): Promise<Result<readonly MarketplaceNotification[], string>> {
  const { id, peekNotification, checkProof } = marketplace;
  if (peekNotification === undefined) return marketplace.decodeNotification(incoming, []);
  const origin = peekNotification(incoming);
  const accounts = origin === null ? [] : await findSeller(ctx, id, origin.sellerId);
  const secrets = await Promise.all(
    accounts.map((account) => secretsOf(ctx, account, origin!.topic)),
  );
  const decoded = marketplace.decodeNotification(incoming, secrets.flat());
  if (origin !== null && checkProof !== undefined)
    await noteReceived(ctx, accounts, () => ({
      topic: origin.topic,
      proof: checkProof(incoming, secrets.flat()),
    }));
  const isForeign = ({ sellerId }: MarketplaceNotification) => sellerId !== origin?.sellerId;
  return decoded.ok && decoded.value.some(isForeign) ? fail(UNPROVEN) : decoded;
}

export function webhookRoute(ctx: MarketplaceContext): Route {
  const intake = createIntake(ctx);
  return route(
    webhook,
    async ({ params, body, headers, raw, url }) => {
      const marketplace = ctx.marketplaces.bySlug(params.marketplace);
      if (marketplace === null) throw problem('unknown_marketplace');
      const { answerNotification: expected } = marketplace;
      const answer = (accepted: boolean) =>
        expected === undefined ? { accepted } : new OtherAnswer(expected.status, expected.body);
      const decoded = await decode(ctx, marketplace, { body, headers, raw, url });
      if (!decoded.ok) {
        const { slug } = marketplace;
        ctx.log.warn('Notification not understood', { marketplace: slug, reason: decoded.error });
        if (decoded.error === UNPROVEN) throw kernelProblem('unauthorized');
        // Acknowledged nevertheless: sending it again would not help.
        return answer(false);
      }
      const taken = await Promise.all(decoded.value.map((one) => intake(marketplace.id, one)));
      return answer(taken.includes(true));
    },
    { bodyLimit: BODY_LIMIT },
  );
}
