// The choices of the filters of campaigns, for earlier clients.
import type { Locale } from '../../kernel/id.ts';
import { CAMPAIGN_STRATEGIES } from '../contract.ts';
import { WORDS } from '../words.ts';

const named = (list: string, locale: Locale) =>
  Object.entries(WORDS[list] ?? {}).map(([id, words]) => ({ id, name: words[locale] }));

export const campaignStatuses = (locale: Locale) => ({ status: named('ads.status', locale) });

export const adStatuses = (locale: Locale) => ({ status: named('ads.adStatus', locale) });

export const campaignStrategies = (locale: Locale) =>
  named('ads.strategy', locale).map((one) => ({
    ...one,
    ...CAMPAIGN_STRATEGIES[one.id as keyof typeof CAMPAIGN_STRATEGIES].goal,
  }));
