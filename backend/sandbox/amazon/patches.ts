// An incoming price: validated immediately, accepted, and processed later.
import * as z from 'zod';
import { type Minor, toAmount, toMinor } from '../../kernel/money.ts';
import { findSku, type Offer, type Submission } from '../world.ts';
import type { ReceivedPatch } from './memory.ts';
import {
  type AmazonCall,
  type AmazonRoom,
  invalid,
  listIn,
  part,
  readJson,
  storeIn,
} from './room.ts';
import type { AmazonStore } from './stores.ts';

const Body = z.object({
  productType: z.string().min(1),
  patches: z
    .array(
      z.object({
        op: z.enum(['add', 'replace', 'merge', 'delete']),
        path: z.string(),
        value: z.array(z.record(z.string(), z.unknown())).optional(),
      }),
    )
    .min(1),
});

const Schedule = z.array(
  z.object({
    schedule: z.array(z.object({ value_with_tax: z.union([z.number(), z.string()]) })).min(1),
  }),
);

const purchasableOffer = ({ id, currency }: AmazonStore) =>
  z.object({
    marketplace_id: z.literal(id).optional(),
    currency: z.literal(currency),
    audience: z.literal('ALL').optional(),
    our_price: Schedule.min(1),
    minimum_seller_allowed_price: Schedule.optional(),
    maximum_seller_allowed_price: Schedule.optional(),
  });

/** The offer for all buyers, among those for companies or others. */
const forAll = (offers: readonly Record<string, unknown>[] | undefined) =>
  offers?.find(({ audience = 'ALL' }) => audience === 'ALL');

interface Issue {
  code: string;
  message: string;
  severity: 'ERROR';
  attributeNames: string[];
  categories: string[];
}

const issue = (code: string, message: string, attribute: string, category: string): Issue => ({
  code,
  message,
  severity: 'ERROR',
  attributeNames: [attribute],
  categories: [category],
});

const OFFER_PATH = '/attributes/purchasable_offer';
const ATTRIBUTE = 'purchasable_offer';

const badOffer = () =>
  issue(
    '4000001',
    "The provided value for 'purchasable_offer' is invalid.",
    ATTRIBUTE,
    'INVALID_ATTRIBUTE',
  );

/** An amount as text or number, with at most two decimal places; null: none that is a price. */
function priceOf(schedule: z.infer<typeof Schedule> | undefined): Minor | null {
  const amount = Number(schedule?.[0]?.schedule[0]?.value_with_tax);
  const minor = toMinor(amount);
  const isPrice = minor > 0 && Number.isSafeInteger(minor);
  return isPrice && Math.abs(toAmount(minor) - amount) < 1e-6 ? minor : null;
}

interface Reading {
  /** As received, for the record. */
  raw: unknown;
  price: Minor | null;
  limits: Submission['limits'];
  issue: Issue | null;
}

/** The price of a body, or the issue with it. */
function read({ patches }: z.infer<typeof Body>, store: AmazonStore): Reading {
  const reading: Reading = { raw: null, price: null, limits: null, issue: null };
  for (const { op, path, value } of patches) {
    if (path !== OFFER_PATH) {
      const name = path.replace('/attributes/', '');
      const fault = issue('90000900', 'The attributes are invalid.', name, 'INVALID_ATTRIBUTE');
      return { ...reading, price: null, issue: fault };
    }
    const offer = purchasableOffer(store).safeParse(forAll(value));
    if (op === 'delete' || !offer.success) return { ...reading, price: null, issue: badOffer() };
    const { our_price, minimum_seller_allowed_price, maximum_seller_allowed_price } = offer.data;
    reading.raw = our_price[0]?.schedule[0]?.value_with_tax ?? null;
    reading.price = priceOf(our_price);
    if (reading.price === null) return { ...reading, issue: badOffer() };
    const least = priceOf(minimum_seller_allowed_price);
    const most = priceOf(maximum_seller_allowed_price);
    // Replacing the attribute without limits removes them.
    if (op === 'replace') reading.limits = { least, most };
    if (least !== null && least > reading.price)
      return { ...reading, price: null, issue: belowLeast() };
  }
  return reading;
}

const belowLeast = () =>
  issue(
    '18155',
    "The 'minimum price' is greater than the selling price of the listing. Update one of them.",
    ATTRIBUTE,
    'INVALID_PRICE',
  );

/** The issue that a preview finds with the new limits; a submission has it only when it is processed. */
function previewIssue(offer: Offer | undefined, price: Minor, given: Reading['limits']) {
  const { least = null } = given ?? offer?.amazon ?? {};
  return least !== null && price < least ? belowLeast() : null;
}

/**
 * `patchListingsItem`. An accepted price is processed later, and an unknown SKU is accepted too, as at Amazon. Every received
 * price is recorded with its outcome.
 */
export async function patchListing(call: AmazonCall, room: AmazonRoom): Promise<Response> {
  const store = storeIn(call);
  if (typeof store === 'string') return invalid(call, store);
  const mode = call.req.query('mode');
  if (mode !== undefined && mode !== 'VALIDATION_PREVIEW')
    return invalid(call, 'Invalid mode provided.');
  const body = Body.safeParse(await readJson(call));
  if (!body.success) return invalid(call, 'The request body is invalid.');
  const sku = part(call, 'sku');
  const sellerId = call.get('sellerId');
  const found = findSku(room.world(), sellerId, sku, store.country);
  const reading = read(body.data, store);
  const preview = mode !== undefined;
  const { raw, price } = reading;
  const problem =
    reading.issue ??
    (preview && price !== null ? previewIssue(found?.offer, price, reading.limits) : null);
  const submissionId = room.uuid().replaceAll('-', '');
  const status = problem !== null ? 'INVALID' : preview ? 'VALID' : 'ACCEPTED';
  const patch: ReceivedPatch = {
    at: new Date(room.marketNow()).toISOString(),
    sellerId,
    sku,
    submissionId,
    preview,
    price: raw,
    status,
    code: problem?.code ?? null,
    settledAt: null,
    settledAs: null,
  };
  const submission =
    status === 'ACCEPTED' && found && price !== null
      ? {
          id: submissionId,
          itemId: found.offer.itemId,
          price,
          limits: reading.limits,
          dueAt: room.marketNow() + room.acceptMs(),
        }
      : null;
  room.run({ kind: 'patch', now: room.marketNow(), patch, submission });
  const included = listIn(call, 'includedData');
  return call.json({
    sku,
    status,
    submissionId,
    issues: problem === null ? [] : [problem],
    ...(included.includes('identifiers')
      ? { identifiers: found ? [{ marketplaceId: store.id, asin: found.product.id }] : [] }
      : {}),
  });
}
