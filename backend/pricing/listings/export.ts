// The list of automatic pricing as a spreadsheet: all listings that match, with the columns as on the page.
import { sql } from 'kysely';
import type { MarketplaceContext } from '../../catalog/actions.ts';
import type { Download } from '../../kernel/endpoint.ts';
import type { ExportBody } from '../../kernel/export.ts';
import { UNNAMED_SELLER } from '../../kernel/seller-name.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { asText, exportCsv, type Reader } from '../../platform/csv-export.ts';
import { listOrder } from '../../platform/filter-sql.ts';
import type { ListingQuery } from '../contract.ts';
import { marketColumns } from './export-market.ts';
import { FIELDS, joinsOf, ORDER_FIELDS, sourcesOf } from './fields.ts';
import { matchingAll } from './find.ts';

type Name = Readonly<Record<Reader['locale'], string>>;

const LISTINGS: Name = { pt: 'anuncios', en: 'ads', es: 'publicaciones' };
const BUYBOX: Name = { pt: 'buybox', en: 'buybox', es: 'buybox' };

/** The listings of automatic pricing that match. @throws as `exportCsv` */
export const exportListings = (
  ctx: AppContext,
  actor: Actor,
  query: ListingQuery,
  body: ExportBody,
  reader: Reader,
): Promise<Download> => exportNamed(ctx, actor, query, body, { ...reader, names: LISTINGS });

/** The listings of monitoring that match, with what follows from their markets. @throws as `exportCsv` */
export const exportBuybox = (
  ctx: MarketplaceContext,
  actor: Actor,
  query: ListingQuery,
  body: ExportBody,
  reader: Reader,
): Promise<Download> =>
  exportNamed(ctx, actor, query, body, {
    ...reader,
    names: BUYBOX,
    extras: marketColumns(ctx, reader.locale),
  });

function exportNamed(
  ctx: AppContext,
  actor: Actor,
  { tab, search }: ListingQuery,
  body: ExportBody,
  { names, extras, ...reader }: Reader & { names: Name; extras?: ReturnType<typeof marketColumns> },
): Promise<Download> {
  const byTitle = [{ field: 'title', direction: 'asc' as const }];
  return exportCsv(ctx, actor, {
    ...reader,
    name: names[reader.locale],
    fields: {
      ...FIELDS,
      winnerName: {
        ...FIELDS.winnerName,
        column: sql`case when m.winner_price is not null
          then coalesce(m.winner_name, ${UNNAMED_SELLER[reader.locale].alone}) end`,
      },
    },
    extras: { link: asText(sql`l.link`), ...extras },
    body,
    orderBy: listOrder(body.orders, ORDER_FIELDS, 'l.id', byTitle),
    async from(trx) {
      const { filters, orders, timeZone } = body;
      const question = { tab, search, filters, timeZone };
      const { condition, sources } = await matchingAll(trx, actor.companyId, question);
      const shown = sourcesOf([
        ...body.columns.map(({ field }) => field),
        ...orders.map(({ field }) => field),
      ]);
      return sql`from listing l ${joinsOf(sources.union(shown))} where ${condition}`;
    },
  });
}
