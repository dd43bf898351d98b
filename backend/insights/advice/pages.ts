// Where a person does what is advised, or sees what it is about: pages of other modules.
import type { Row } from './row.ts';

/** The path of a list page with one filter. */
const listed = (page: string, field: string, value: number | string): string =>
  `${page}?filters=${encodeURIComponent(`${field}:=:${value}`)}`;

/** A path below `/app`, with its query; null: there is none. */
export function pageFor({
  act,
  account_id,
  listing_id,
  campaign_id,
  change,
}: Pick<Row, 'act' | 'account_id' | 'listing_id' | 'campaign_id' | 'change'>): string | null {
  if (campaign_id !== null) return `/campanhas/${campaign_id}`;
  if (listing_id === null) return null;
  switch (act) {
    case 'advertise':
      return `/campanhas/nova?account=${account_id}&listings=${listing_id}`;
    case 'approve_update':
      return `/historico-de-precos/${listing_id}`;
    case 'improve_listing':
      return listed('/precificacao-automatica', 'id', listing_id);
    default:
      return change === null && act === 'none'
        ? `/monitoramento-buybox/${listing_id}`
        : `/precificacao-automatica?listingId=${listing_id}`;
  }
}
