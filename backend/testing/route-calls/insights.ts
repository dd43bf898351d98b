import type { Things } from '../things.ts';
import { insights, nothing, type RouteCall } from './route-call.ts';

const recommendation = (tail = '') => ({
  path: ({ recommendationId }: Things) => `/v1/recommendations/${recommendationId}${tail}`,
});
/** Something done with advice; that of others is passed over. */
const decides = (more: object) =>
  ({
    who: 'write',
    ...insights,
    body: ({ recommendationId }: Things) => ({ ids: [recommendationId], ...more }),
    passesOver: true,
  }) as const;

export const INSIGHTS_CALLS: Record<string, RouteCall> = {
  'get /v1/indicators/metrics': { who: 'read', ...insights, ...nothing },
  'post /v1/indicators/query': {
    who: 'read',
    ...insights,
    body: ({ accountId, listingId }) => ({
      from: '2026-05-01',
      to: '2026-05-04',
      groupBy: 'listing',
      filters: { accountIds: [accountId], listingIds: [listingId] },
      metrics: ['revenue', 'contributionShare', 'buyboxShare', 'acos'],
      compare: 'previous',
    }),
    // An id of another company is unknown here, like a deleted one.
    passesOver: true,
  },
  'post /v1/recommendations/query': {
    who: 'read',
    ...insights,
    body: ({ listingId }) => ({
      filters: [
        { field: 'listingId', condition: '=', value: String(listingId), logicalOperator: 'AND' },
      ],
    }),
    passesOver: true,
  },
  'get /v1/recommendations/next': { who: 'read', ...insights, ...nothing },
  'get /v1/recommendations/funnel': { who: 'read', ...insights, ...nothing },
  'get /v1/recommendations/promises': { who: 'read', ...insights, ...nothing },
  'get /v1/recommendations/{id}': { who: 'read', ...insights, ...recommendation() },
  'post /v1/recommendations/accept': decides({}),
  'post /v1/recommendations/snooze': decides({ days: 7 }),
  'post /v1/recommendations/dismiss': decides({ reason: 'other' }),
  'post /v1/recommendations/reopen': decides({}),
  'post /v1/recommendations/{id}/undo': {
    who: 'write',
    ...insights,
    ...recommendation('/undo'),
    prepare: ({ recommendationId, ruleId }, owner) => owner`
      update recommendation set state = 'applied', undo = jsonb_build_object('act', 'lower_minimum', 'ruleId', rule.id,
        'version', rule.version, 'minPrice', 80)
      from rule where rule.id = ${ruleId} and recommendation.id = ${recommendationId}`,
  },
  'post /v1/recommendations/refresh': { who: 'write', ...insights, ...nothing },
};
