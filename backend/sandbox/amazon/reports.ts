// The report of all listings: ordered, made in a moment, and fetched as a compressed table.
import * as z from 'zod';
import { toAmount } from '../../kernel/money.ts';
import { findAmazonSeller, findOffer, itemsOf } from '../world.ts';
import { isFba } from './market.ts';
import {
  type AmazonCall,
  type AmazonRoom,
  type AmazonWire,
  BASE,
  invalid,
  listIn,
  notFound,
  part,
  pictureOf,
  readJson,
  refuse,
  storeIn,
} from './room.ts';
import { type AmazonStore, STORES, storeOf } from './stores.ts';

const REPORT_TYPE = 'GET_MERCHANT_LISTINGS_ALL_DATA';
const PAGE = 10;
const MOST_PER_PAGE = 100;
const MOST_RECENT = 1_000;
const IN_QUEUE_MS = 300;
const DONE_MS = 1_200;

const Order = z.object({
  reportType: z.string(),
  marketplaceIds: z.array(z.string()).min(1),
});

interface Report {
  reportId: string;
  sellerId: string;
  createdAt: number;
  store: AmazonStore;
}

/** As North America writes them; Europe spells `fulfilment-channel`. */
const COLUMNS = [
  'item-name',
  'item-description',
  'listing-id',
  'seller-sku',
  'price',
  'quantity',
  'open-date',
  'image-url',
  'item-is-marketplace',
  'product-id-type',
  'zshop-shipping-fee',
  'item-note',
  'item-condition',
  'zshop-category1',
  'zshop-browse-path',
  'zshop-storefront-feature',
  'asin1',
  'asin2',
  'asin3',
  'will-ship-internationally',
  'expedited-shipping',
  'zshop-boldface',
  'product-id',
  'bid-for-featured-placement',
  'add-delete',
  'pending-quantity',
  'fulfillment-channel',
  'merchant-shipping-group',
  'status',
] as const;

const NEW = '11';
const USED_VERY_GOOD = '2';
const ASIN_TYPE = '1';

/** São Paulo's clock, as the report writes it. */
const openDate = (at: number) =>
  `${new Date(at - 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')} BRT`;

/** The table of a seller's listings in a store, as it would be made now. */
function tableOf(room: AmazonRoom, { sellerId, store }: Report): string {
  const world = room.world();
  const seller = findAmazonSeller(world, sellerId);
  const rows = itemsOf(world, seller?.id ?? 0, 'amazon', store.country).flatMap((itemId) => {
    const found = findOffer(world, itemId);
    if (!found) return [];
    const { product, offer } = found;
    const cells: Partial<Record<(typeof COLUMNS)[number], string>> = {
      'item-name': product.title,
      'listing-id': itemId,
      'seller-sku': offer.sku,
      price: toAmount(offer.price).toFixed(2),
      // Other reports count the stock at Amazon.
      quantity: isFba(offer) ? '' : String(offer.stock),
      'open-date': openDate(offer.createdAt),
      'image-url': pictureOf(room, product).link,
      'item-is-marketplace': 'y',
      'product-id-type': ASIN_TYPE,
      'item-condition': offer.condition === 'new' ? NEW : USED_VERY_GOOD,
      asin1: product.id,
      'product-id': product.id,
      'pending-quantity': isFba(offer) ? '' : '0',
      'fulfillment-channel': isFba(offer) ? 'AMAZON_NA' : 'DEFAULT',
      'merchant-shipping-group': isFba(offer) ? '' : 'Modelo padrão',
      status: offer.status === 'active' ? 'Active' : 'Inactive',
    };
    return [COLUMNS.map((name) => cells[name] ?? '').join('\t')];
  });
  return `${[COLUMNS.join('\t'), ...rows].join('\n')}\n`;
}

/** A report's id contains all of its data, so that it survives a restart. */
const sellerNumber = (room: AmazonRoom, sellerId: string) =>
  findAmazonSeller(room.world(), sellerId)?.id ?? 0;

function readReport(room: AmazonRoom, id: string): Report | null {
  const [, number, createdAt, place] = /^(\d{9})(\d{13})(\d)\d{2}$/.exec(id) ?? [];
  const store = Object.values(STORES)[Number(place)];
  const seller = room.world().sellers.get(Number(number));
  if (!seller?.own || !seller.amazon || store === undefined) return null;
  return { reportId: id, sellerId: seller.amazon.id, createdAt: Number(createdAt), store };
}

const documentOf = (reportId: string) => `amzn1.spdoc.1.4.na.${reportId}`;
const reportOf = (documentId: string) => documentId.replace(/^amzn1\.spdoc\.1\.4\.na\./, '');

const iso = (at: number) => new Date(at).toISOString();

async function compress(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return await new Response(stream).arrayBuffer();
}

/** The state of a report at a time: waiting, in progress, done. */
function reportBody({ reportId, createdAt, store }: Report, now: number) {
  const age = now - createdAt;
  const status = age < IN_QUEUE_MS ? 'IN_QUEUE' : age < DONE_MS ? 'IN_PROGRESS' : 'DONE';
  return {
    reportId,
    reportType: REPORT_TYPE,
    marketplaceIds: [store.id],
    dataStartTime: iso(createdAt),
    dataEndTime: iso(createdAt),
    createdTime: iso(createdAt),
    processingStatus: status,
    ...(status === 'IN_QUEUE' ? {} : { processingStartTime: iso(createdAt + IN_QUEUE_MS) }),
    ...(status === 'DONE'
      ? {
          processingEndTime: iso(createdAt + DONE_MS),
          reportDocumentId: documentOf(reportId),
        }
      : {}),
  };
}

/** The address of a document needs no token: anyone who has it may fetch it. */
export function mountDocuments(wire: AmazonWire, room: AmazonRoom): void {
  wire.get('/documents/:id', async (call) => {
    const report = readReport(room, reportOf(part(call, 'id')));
    if (!report) return call.text('<Error><Code>NoSuchKey</Code></Error>', 404);
    const table = await compress(tableOf(room, report));
    return call.body(table, 200, { 'content-type': 'text/plain;charset=UTF-8' });
  });
}

/** `getReports`, `createReport`, `getReport` and `getReportDocument`, version 2021-06-30. */
export function mountReports(wire: AmazonWire, room: AmazonRoom): void {
  let made = 0;
  // The newest first. A restart loses the list, but not the reports.
  const recent: string[] = [];

  wire.post('/reports/2021-06-30/reports', async (call) => {
    const order = Order.safeParse(await readJson(call));
    if (!order.success) return invalid(call, 'The request body is invalid.');
    const { reportType, marketplaceIds } = order.data;
    if (reportType !== REPORT_TYPE)
      return refuse(call, 400, 'InvalidInput', `Report type ${reportType} is not offered here.`);
    const [store, ...others] = marketplaceIds.map(storeOf);
    if (!store || others.length > 0) return invalid(call, 'Invalid marketplaceIds provided.');
    made = (made + 1) % 100;
    const number = sellerNumber(room, call.get('sellerId'));
    const place = Object.values(STORES).indexOf(store);
    const reportId = `${number}${Math.floor(room.now())}${place}${String(made).padStart(2, '0')}`;
    recent.unshift(reportId);
    recent.splice(MOST_RECENT);
    return call.json({ reportId }, 202);
  });

  const own = (call: AmazonCall, id: string): Report | null => {
    const report = readReport(room, id);
    return report?.sellerId === call.get('sellerId') ? report : null;
  };

  wire.get('/reports/2021-06-30/reports', (call) => {
    const types = listIn(call, 'reportTypes');
    const statuses = listIn(call, 'processingStatuses');
    const since = Date.parse(call.req.query('createdSince') ?? '') || 0;
    // All stores, where none is named.
    const named = storeIn(call);
    const size = Number(call.req.query('pageSize') ?? PAGE);
    if (!Number.isInteger(size) || size < 1 || size > MOST_PER_PAGE)
      return invalid(call, `'pageSize' must be between 1 and ${MOST_PER_PAGE}.`);
    const reports = recent
      .flatMap((id) => own(call, id) ?? [])
      .filter(
        ({ createdAt, store }) =>
          createdAt >= since && (typeof named === 'string' || named.id === store.id),
      )
      .map((report) => reportBody(report, room.now()))
      .filter(
        ({ reportType, processingStatus }) =>
          (types.length === 0 || types.includes(reportType)) &&
          (statuses.length === 0 || statuses.includes(processingStatus)),
      );
    return call.json({ reports: reports.slice(0, size) });
  });

  wire.get('/reports/2021-06-30/reports/:id', (call) => {
    const reportId = part(call, 'id');
    const report = own(call, reportId);
    if (!report) return notFound(call, `Report ${reportId} not found.`);
    return call.json(reportBody(report, room.now()));
  });

  wire.get('/reports/2021-06-30/documents/:id', (call) => {
    const reportDocumentId = part(call, 'id');
    const report = own(call, reportOf(reportDocumentId));
    if (!report || room.now() - report.createdAt < DONE_MS)
      return notFound(call, `Report document ${reportDocumentId} not found.`);
    const { origin } = new URL(call.req.url);
    return call.json({
      reportDocumentId,
      url: `${origin}${BASE}/documents/${reportDocumentId}`,
      compressionAlgorithm: 'GZIP',
    });
  });
}
