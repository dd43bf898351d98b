import {
  getRecommendation,
  nextRecommendations,
  queryRecommendations,
  recommendationFunnel,
  recommendationPromises,
} from '@primazia/backend/insights/contract';

/** What is asked again once something was done with advice. */
export const ADVICE_ENDPOINTS = [
  queryRecommendations,
  nextRecommendations,
  getRecommendation,
  recommendationFunnel,
  recommendationPromises,
] as const;
