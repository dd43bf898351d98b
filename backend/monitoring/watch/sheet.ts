// Watched competitors as a spreadsheet: one row for a listing and a link.
import type { MarketplaceContext } from '../../catalog/actions.ts';
import { toCsv } from '../../kernel/csv.ts';
import type { Download } from '../../kernel/endpoint.ts';
import type { Locale } from '../../kernel/id.ts';
import { toAmount } from '../../kernel/money.ts';
import { plainName } from '../../kernel/plain-name.ts';
import { sellerNameOf } from '../../kernel/seller-name.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { readCsvRows } from '../../platform/csv-rows.ts';
import { within } from '../../platform/db.ts';
import { problem } from '../problems.ts';
import { addLinks } from './actions.ts';
import * as store from './store.ts';
import { offerOf } from './store.ts';
import { type Refusal, refusalText } from './words.ts';

/** The most rows of a spreadsheet that are read. */
const MOST_ROWS = 5_000;

const HEADINGS: Readonly<Record<Locale, readonly string[]>> = {
  pt: [
    'anúncio',
    'link',
    'produto',
    'comparação',
    'vendedor',
    'preço',
    'frete',
    'visto em',
    'estado',
  ],
  en: [
    'listing',
    'link',
    'product',
    'comparison',
    'seller',
    'price',
    'shipping',
    'seen at',
    'state',
  ],
  es: [
    'publicación',
    'enlace',
    'producto',
    'comparación',
    'vendedor',
    'precio',
    'envío',
    'visto el',
    'estado',
  ],
};
const LISTING_NAMES = new Set([
  'anuncio',
  'listing',
  'publicacion',
  'id',
  'codigo',
  'code',
  'sku',
  'asin',
  'mlb',
]);
const LINK_NAMES = new Set(['link', 'enlace', 'url', 'concorrente', 'competitor', 'competidor']);

const decimal = (locale: Locale, amount: number) =>
  locale === 'en' ? amount.toFixed(2) : amount.toFixed(2).replace('.', ',');

/** All competitors that a company watches. */
export const exportWatches = (
  ctx: AppContext,
  companyId: number,
  locale: Locale,
): Promise<Download> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const rows = await store.allWatches(trx, companyId);
    const lines = rows.map((row) => {
      const offer = offerOf(row);
      const money = (minor: number | null | undefined) =>
        minor == null ? '' : decimal(locale, toAmount(minor));
      return [
        row.sku_marketplace,
        row.link,
        row.title ?? '',
        row.comparison,
        (offer && sellerNameOf(offer)) ?? '',
        money(offer?.price),
        money(offer?.shippingPrice),
        row.seen_at?.toISOString() ?? '',
        row.state,
      ];
    });
    const bytes = new TextEncoder().encode(toCsv(HEADINGS[locale], lines));
    return {
      fileName: 'competitors.csv',
      rows: rows.length,
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(bytes);
          controller.close();
        },
      }),
    };
  });

/**
 * Watches the competitors of a spreadsheet: valid rows are added, and the others are returned with what is wrong.
 * @throws Problem 422 `sheet_without_columns`
 */
export const importWatches = (ctx: MarketplaceContext, actor: Actor, csv: string, locale: Locale) =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const read = readCsvRows(csv, MOST_ROWS + 1);
    const [head, ...rows] = read.ok ? read.value : [];
    const names = (head?.cells ?? []).map((cell) => plainName(cell));
    const at = (known: ReadonlySet<string>) => names.findIndex((name) => known.has(name));
    const [listingAt, linkAt] = [at(LISTING_NAMES), at(LINK_NAMES)];
    if (listingAt === -1 || linkAt === -1) throw problem('sheet_without_columns');
    const entries = rows.map(({ line, cells }) => ({
      row: line,
      code: cells[listingAt] ?? '',
      link: cells[linkAt] ?? '',
    }));
    const codes = [...new Set(entries.map(({ code }) => code))];
    const found = await store.listingIdsByCode(trx, actor.companyId, codes);
    const refused: { row: number; code: string; text: string; link: string }[] = [];
    const refuse = (row: number, link: string, code: Refusal) =>
      refused.push({ row, link, code, text: refusalText(ctx.marketplaces.known, code, locale) });
    let added = 0;
    const ofListing = Map.groupBy(entries, ({ code }) => found.get(code)?.[0] ?? null);
    const ids = [...ofListing.keys()].filter((id) => id !== null).sort((a, b) => a - b);
    const listings = await store.listingsByIds(trx, actor.companyId, ids);
    for (const { row, link } of ofListing.get(null) ?? []) refuse(row, link, 'unknown_listing');
    for (const listing of listings.sort((a, b) => a.id - b.id)) {
      const some = ofListing.get(listing.id) ?? [];
      const links = some.map(({ link }) => link);
      const results = await addLinks(ctx, trx, actor, listing, links, locale);
      results.forEach(({ outcome, code }, index) => {
        if (outcome === 'added') added += 1;
        else if (outcome === 'refused') refuse(some[index]!.row, links[index]!, code as Refusal);
      });
    }
    return { added, rows: refused.sort((a, b) => a.row - b.row) };
  });
