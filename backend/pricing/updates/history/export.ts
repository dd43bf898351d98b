import { sql } from 'kysely';
import type { Download } from '../../../kernel/endpoint.ts';
import type { ExportBody } from '../../../kernel/export.ts';
import type { Locale } from '../../../kernel/id.ts';
import { UNNAMED_SELLER } from '../../../kernel/seller-name.ts';
import type { Actor, AppContext } from '../../../platform/app-context.ts';
import { asText, exportCsv, type Reader } from '../../../platform/csv-export.ts';
import { columnOf } from '../../../platform/filter-sql.ts';
import type { UpdateQuery } from '../../contract.ts';
import { explain } from '../../engine/explain.ts';
import { StoredExplanation } from '../../engine/stored-decision.ts';
import { FIELDS, updateOrder, updatesFrom } from './fields.ts';

const NAME = {
  pt: 'historico-de-precos',
  en: 'price-history',
  es: 'historial-de-precios',
} as const;

const isExplained = (value: unknown): value is { lines: unknown; currency: string } =>
  typeof value === 'object' && value !== null && 'lines' in value && 'currency' in value;

/** Why a price is what it is, in the reader's language. */
function reasonOf(value: unknown, locale: Locale): string {
  if (!isExplained(value)) return '';
  return StoredExplanation.parse(value.lines)
    .map((line) => explain(line, locale, value.currency).text)
    .join(' ');
}

/** The price updates that match. @throws as `exportCsv` */
export const exportUpdates = (
  ctx: AppContext,
  actor: Actor,
  query: UpdateQuery,
  body: ExportBody,
  reader: Reader,
): Promise<Download> => {
  const names = body.columns.map(({ field }) => field);
  // The link is of the listing.
  const fields = names.includes('link') ? [...names, 'title'] : names;
  return exportCsv(ctx, actor, {
    ...reader,
    name: NAME[reader.locale],
    fields: {
      ...FIELDS,
      rivalName: {
        ...FIELDS.rivalName,
        column: sql`case when u.rival is not null
          then coalesce(${columnOf(FIELDS.rivalName)}, ${UNNAMED_SELLER[reader.locale].alone}) end`,
      },
    },
    extras: {
      link: asText(sql`l.link`),
      failure: asText(sql`(u.failure ->> 'code')`),
      reason: {
        column: sql`jsonb_build_object('lines', u.explanation, 'currency', u.currency_code)`,
        write: (value) => reasonOf(value, reader.locale),
      },
    },
    body,
    orderBy: updateOrder(body.orders),
    from() {
      return Promise.resolve(updatesFrom(actor.companyId, { query, body }, ctx.clock(), fields));
    },
  });
};
