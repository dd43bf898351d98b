import type { AdsCapabilities } from '../../../../kernel/ads.ts';
import { ok } from '../../../../kernel/result.ts';
import type { AdsChannel, Advertiser } from '../../../marketplace.ts';
import { countryOf, HOMES } from '../sites.ts';
import { getAdvertisers } from './advertisers.ts';
import { type AdsMeans, readAll } from './read.ts';
import { getReport, reportIdOf } from './reports.ts';
import { probeWrites, readOne, write } from './write.ts';

/** Where sellers manage their campaigns, by country; the campaign's id follows. Absent: Mercado Ads. */
export interface AdsPages {
  adsPages?: Readonly<Record<string, string>>;
}

const PAGES: Readonly<Record<string, string>> = {
  BR: 'https://ads.mercadolivre.com.br/product-ads/admin/campaigns',
  MX: 'https://ads.mercadolibre.com.mx/product-ads/admin/campaigns',
};

/**
 * A campaign has a budget and a ROAS target; Mercado Livre bids by itself. Only a write shows whether an account may
 * write. The allowed budgets are not documented: an answer refuses the others.
 */
const CAPABILITIES: AdsCapabilities = {
  writes: false,
  creates: false,
  keywords: false,
  negatives: false,
  placements: false,
  searchTerms: false,
  bid: null,
  dailyBudget: { minimum: 1, maximum: 100_000_000_000 },
  roasTarget: { minimum: 100, maximum: 3_500 },
  endDate: false,
  edits: ['name', 'groupStatus'],
};

/** Product Ads behind the port; the account's own authorization opens them. */
export function createAdsChannel(means: AdsMeans & AdsPages): AdsChannel {
  const { fetcher, adsPages = PAGES } = means;
  return {
    async getAdvertisers(session) {
      const found = await getAdvertisers(fetcher, session);
      if (!found.ok) return found;
      return ok(
        found.value.flatMap(({ advertiser_id, site_id, advertiser_name }): Advertiser[] => {
          const countryCode = countryOf(site_id);
          const home = countryCode === null ? undefined : HOMES[countryCode];
          if (countryCode === null || home === undefined) return [];
          return [
            {
              advertiserId: advertiser_id,
              name: advertiser_name ?? advertiser_id,
              sellerId: session.sellerId,
              countryCode,
              ...home,
              capabilities: CAPABILITIES,
            },
          ];
        }),
      );
    },
    probeWrites: (session) => probeWrites(means, session),
    pageOf(countryCode, campaignId) {
      const base = adsPages[countryCode];
      return base === undefined ? null : `${base}/${encodeURIComponent(campaignId)}/dashboard`;
    },
    reports: ['campaigns'],
    readAll: (session) => readAll(means, session),
    requestReport: (_session, _report, days) => Promise.resolve(ok(reportIdOf(days))),
    getReport: (session, _report, id) => getReport(means, session, id),
    write: (session, writes) => write(means, session, writes),
    readOne: (session, object) => readOne(means, session, object),
  };
}
