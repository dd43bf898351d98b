// A marketplace's notification comes in: it is decoded by the marketplace's connector, and taken in for each account of its
// seller, where `observe.ts` records the market that it carries, or has the market polled.
import type { MarketplaceContext } from '../catalog/actions.ts';
import { problem } from '../catalog/problems.ts';
import { UNPROVEN } from '../integrations/marketplace.ts';
import { problem as kernelProblem } from '../kernel/problems.ts';
import { OtherAnswer, type Route, route } from '../platform/http.ts';
import { webhook } from './contract.ts';
import { createIntake } from './notification-intake.ts';

/** A notification is a few hundred bytes. */
const BODY_LIMIT = 64 * 1024;

export function webhookRoute(ctx: MarketplaceContext): Route {
  const takeIn = createIntake(ctx);
  return route(
    webhook,
    async ({ params, body, headers, raw, url }) => {
      const marketplace = ctx.marketplaces.bySlug(params.marketplace);
      if (marketplace === null) throw problem('unknown_marketplace');
      const { answerNotification: expected } = marketplace;
      const answer = (accepted: boolean) =>
        expected === undefined ? { accepted } : new OtherAnswer(expected.status, expected.body);
      const decoded = marketplace.decodeNotification({ body, headers, raw, url }, []);
      if (!decoded.ok) {
        const { slug } = marketplace;
        ctx.log.warn('Notification not understood', { marketplace: slug, reason: decoded.error });
        if (decoded.error === UNPROVEN) throw kernelProblem('unauthorized');
        // Answered as understood all the same: sent again it would be no better.
        return answer(false);
      }
      const taken = await Promise.all(decoded.value.map((one) => takeIn(marketplace.id, one)));
      return answer(taken.includes(true));
    },
    { bodyLimit: BODY_LIMIT },
  );
}
