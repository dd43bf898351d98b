// What distinguishes the strategies of campaigns: the one table that engine, contract and forms read.
import type { CampaignStrategy } from './words.ts';

interface StrategyTraits {
  /** The target as a share of the margin, where no goal is given: the least, and the most while a loss may still be made. */
  marginShare: number;
  marginShareAtMost: number;
  /** Whether the campaign's multiplier steers the average ACOS to the target; without, each click pays for itself. */
  isSteered: boolean;
  /** The ACOS goals that the strategy is meant for, in percent. */
  goal: { initialValue: number; finalValue: number };
}

export const CAMPAIGN_STRATEGIES: Readonly<Record<CampaignStrategy, StrategyTraits>> = {
  profitability: {
    marginShare: 0.9,
    marginShareAtMost: 0.9,
    isSteered: false,
    goal: { initialValue: 0, finalValue: 15 },
  },
  growth: {
    marginShare: 0.75,
    marginShareAtMost: 0.75,
    isSteered: true,
    goal: { initialValue: 15, finalValue: 30 },
  },
  visibility: {
    marginShare: 1,
    marginShareAtMost: 1.2,
    isSteered: true,
    goal: { initialValue: 30, finalValue: 100 },
  },
  none: {
    marginShare: 0.9,
    marginShareAtMost: 0.9,
    isSteered: false,
    goal: { initialValue: 0, finalValue: 100 },
  },
};
