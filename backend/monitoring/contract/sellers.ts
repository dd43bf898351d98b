// The choices of monitoring's filters: the states of a listing in its market, and the sellers that compete with it.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id } from '../../kernel/id.ts';
import { BUYBOX_STATUSES, BuyboxStatus } from '../../kernel/market.ts';
import { Competitor } from './competitors.ts';

/** Where a listing is among the offers of others, no matter who has the buybox; `none`: there is no competitor. */
export const RankingStatus = z.enum(['winning', 'losing', 'not_competing', 'none']);
export type RankingStatus = z.infer<typeof RankingStatus>;

/** The most names that are found. */
export const MAX_SELLERS = 15;

const common = { access: 'company', needs: 'read', tag: 'monitoring' } as const;
const Search = z.object({ searchValue: z.string().trim().max(200).default('') });
const Names = z.array(z.string()).max(MAX_SELLERS);

export const buyboxStatuses = endpoint({
  ...common,
  method: 'get',
  path: '/v1/buybox/status',
  summary: 'Lists the states of a listing in its buybox',
  answer: z.object({ status: z.array(BuyboxStatus) }),
});

export const rankingStatuses = endpoint({
  ...common,
  method: 'get',
  path: '/v1/competitors/ranking/status',
  summary: 'Lists the states of a listing among its competitors outside of the buybox',
  answer: z.object({ status: z.array(RankingStatus) }),
});

export const buyboxSellers = endpoint({
  ...common,
  method: 'post',
  path: '/v1/sellers',
  summary: 'Finds the sellers that took the buybox from listings, by a part of their name',
  body: Search,
  answer: z.object({ buyboxHighlightCompetitor: Names }),
});

export const rankingSellers = endpoint({
  ...common,
  method: 'post',
  path: '/v1/sellers/competitors',
  summary: 'Finds the sellers of watched competitors, by a part of their name',
  body: Search,
  answer: z.object({ rankingCompetitorName: Names }),
});

export const listingCompetitors = endpoint({
  ...common,
  method: 'post',
  path: '/v1/competitors/{listingId}/competitors',
  summary: "Finds the competitors of a listing, by a part of their seller's name",
  params: z.object({ listingId: Id }),
  body: Search,
  answer: z.object({ competitors: z.array(Competitor) }),
});

/** All states, in the order in which pages show them. */
export const STATUSES = { buybox: [...BUYBOX_STATUSES], ranking: RankingStatus.options } as const;
