import {
  getRecommendation,
  nextRecommendations,
  queryRecommendations,
  recommendationFunnel,
} from '@primazia/backend/insights/contract';

/** What is asked again once something was done with advice. */
export const ADVICE_ENDPOINTS = [
  queryRecommendations,
  nextRecommendations,
  getRecommendation,
  recommendationFunnel,
] as const;
