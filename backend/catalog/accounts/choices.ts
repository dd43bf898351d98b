// Which marketplaces there are, and where accounts of each can be connected.
import { type MarketplaceChoice, PageTraits } from '../../integrations/contract.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import * as store from '../account-store.ts';
import type { MarketplaceContext } from '../credentials.ts';

export const marketplaceChoices = ({ marketplaces }: MarketplaceContext): MarketplaceChoice[] =>
  marketplaces.known.map(
    ({ id, name, slug, gender, mark, traits, shopLinks, aliases, returns, hasConnector }) => {
      const countries = marketplaces.bySlug(slug)?.consent?.countries ?? [];
      const offer = countries.length > 0 ? 'offered' : hasConnector ? 'not_set_up' : 'not_yet';
      return {
        ...{ id, name, slug, gender, mark, shopLinks, offer },
        countries: [...countries],
        aliases: [...aliases],
        returns: {
          code: returns.code,
          params: [...returns.params],
          sellerId: returns.params[0] ?? null,
        },
        traits: PageTraits.parse(traits),
      };
    },
  );

export const channelNames = ({ marketplaces }: AppContext): { id: number; name: string }[] =>
  marketplaces.known.map(({ id, name }) => ({ id, name }));

/** The connected accounts at one marketplace, by name. */
export const channelSummaryOf = (
  ctx: MarketplaceContext,
  companyId: number,
  marketplaceId: number,
): Promise<{ id: number; accountName: string }[]> =>
  within(ctx.db, { company: companyId }, async (trx) =>
    (await store.accountsOf(trx, companyId))
      .filter((row) => row.marketplace_id === marketplaceId && row.status === 'active')
      .map(({ id, name }) => ({ id, accountName: name })),
  );
