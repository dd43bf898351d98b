import {
  getRecommendation,
  nextRecommendations,
  queryRecommendations,
  recommendationFunnel,
  recommendationPromises,
} from '@primazia/backend/insights/contract';

/** The queries that are fetched again after an action on advice. */
export const ADVICE_ENDPOINTS = [
  queryRecommendations,
  nextRecommendations,
  getRecommendation,
  recommendationFunnel,
  recommendationPromises,
] as const;
