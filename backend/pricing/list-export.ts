// The lists of pricing as spreadsheets: all that match, with the columns as they stand on the page.
import { type RawBuilder, sql } from 'kysely';
import type { Download } from '../kernel/endpoint.ts';
import type { ExportBody } from '../kernel/export.ts';
import type { Locale } from '../kernel/id.ts';
import { type ExtraColumn, exportCsv } from '../platform/csv-export.ts';
import { listOrder } from '../platform/filter-sql.ts';
import type { Actor, House } from '../platform/house.ts';
import type { ListingQuery, RuleQuery, UpdateQuery } from './contract.ts';
import { explain } from './explain.ts';
import { joinsOf, FIELDS as LISTING_FIELDS, ORDER_FIELDS, sourcesOf } from './listing-fields.ts';
import { matchingAll } from './listing-find.ts';
import { FIELDS as RULE_FIELDS, rulesAsked } from './rule-query.ts';
import { StoredExplanation } from './translate.ts';
import { FIELDS as UPDATE_FIELDS, updateOrder, updatesFrom } from './update-list.ts';

/** Who reads, in which language, and when they hang up. */
export interface Reader {
  locale: Locale;
  signal: AbortSignal;
}

const NAMES = {
  listings: { pt: 'anuncios', en: 'ads', es: 'publicaciones' },
  rules: { pt: 'regras', en: 'rules', es: 'reglas' },
  updates: { pt: 'historico-de-precos', en: 'price-history', es: 'historial-de-precios' },
} as const;

const asText = (column: RawBuilder<unknown>): ExtraColumn => ({ column, write: String });
const namesOf = ({ columns }: ExportBody) => columns.map(({ field }) => field);

/** The ads of automatic pricing that match. @throws as `exportCsv` */
export const exportListings = (
  house: House,
  actor: Actor,
  { tab, search }: ListingQuery,
  body: ExportBody,
  reader: Reader,
): Promise<Download> => {
  const byTitle = [{ field: 'title', direction: 'asc' as const }];
  return exportCsv(house, actor, {
    ...reader,
    name: NAMES.listings[reader.locale],
    fields: LISTING_FIELDS,
    extras: { link: asText(sql`l.link`) },
    body,
    orderBy: listOrder(body.orders, ORDER_FIELDS, 'l.id', byTitle),
    async from(trx) {
      const { filters, orders, timeZone } = body;
      const question = { tab, search, filters, timeZone };
      const { condition, sources } = await matchingAll(trx, actor.companyId, question);
      const shown = sourcesOf([...namesOf(body), ...orders.map(({ field }) => field)]);
      return sql`from listing l ${joinsOf(sources.union(shown))} where ${condition}`;
    },
  });
};

/** The rules that match. @throws as `exportCsv` */
export const exportRules = (
  house: House,
  actor: Actor,
  query: RuleQuery,
  body: ExportBody,
  reader: Reader,
): Promise<Download> =>
  exportCsv(house, actor, {
    ...reader,
    name: NAMES.rules[reader.locale],
    fields: RULE_FIELDS,
    body,
    orderBy: listOrder(body.orders, RULE_FIELDS, 'rule.id', [{ field: 'name', direction: 'asc' }]),
    from() {
      return Promise.resolve(sql`from rule where rule.company_id = ${actor.companyId}
        and ${rulesAsked(query, body)}`);
    },
  });

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
  house: House,
  actor: Actor,
  query: UpdateQuery,
  body: ExportBody,
  reader: Reader,
): Promise<Download> => {
  const names = namesOf(body);
  // The link is of the ad.
  const asked = names.includes('link') ? [...names, 'title'] : names;
  return exportCsv(house, actor, {
    ...reader,
    name: NAMES.updates[reader.locale],
    fields: UPDATE_FIELDS,
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
      return Promise.resolve(updatesFrom(actor.companyId, { query, body }, house.clock(), asked));
    },
  });
};
