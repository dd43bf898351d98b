// What a sale of a listing costs its seller: the goods, the tax, and what the marketplace keeps.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { domainEvent } from '../../kernel/event.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { Amount, CurrencyCode, hasTwoPlaces } from '../../kernel/money.ts';

/** A share of the price, 0 to 100, with two decimal places at most. */
const CostPercent = z
  .number()
  .min(0, { error: 'not_negative' })
  .max(100, { error: 'over_100' })
  .refine(hasTwoPlaces, { error: 'two_decimals' });

/** Who reported a fee. What a person entered is never overwritten by the marketplace's figure. */
export const FeeSource = z.enum(['person', 'marketplace']);
export type FeeSource = z.infer<typeof FeeSource>;

/** What the marketplace keeps of a sale at a price. */
const FeePoint = z.object({ price: Amount, feePercent: CostPercent, feeFixed: Amount });

/** Amounts in the listing's own currency, for one unit sold; null: not known. */
export const ListingCosts = z.object({
  cost: Amount.nullable(),
  taxPercent: CostPercent.nullable(),
  feePercent: CostPercent.nullable(),
  feeFixed: Amount.nullable(),
  /** Null where no fee is known. */
  feeSource: FeeSource.nullable(),
  feeAt: Instant.nullable(),
  /** When the marketplace was last asked for its fee; null: never. */
  feeAskedAt: Instant.nullable(),
  /** Why the last question brought no fee, by its code. */
  feeFailure: z.string().nullable(),
  /** The marketplace's fees at other prices, the lowest first; left out: nothing. */
  feePoints: z.array(FeePoint).optional(),
});
export type ListingCosts = z.infer<typeof ListingCosts>;

export const CostsOfListing = ListingCosts.extend({ listingId: Id, currencyCode: CurrencyCode });
export type CostsOfListing = z.infer<typeof CostsOfListing>;

/** Emitted in the transaction that changed what these listings cost: prices that follow from it are to be decided again. */
export const COSTS_CHANGED = domainEvent(
  'catalog.costs-changed',
  z.object({
    companyId: Id,
    /** At most 1,000; more come as further events of the same transaction. */
    listingIds: z.array(Id),
  }),
);
export type CostsChanged = z.infer<typeof COSTS_CHANGED.schema>;

/** A field that is left out stays as it is; null deletes it. Without a fee the marketplace is asked for it. */
export const CostsInput = z.object({
  listingId: Id,
  cost: Amount.nullish(),
  taxPercent: CostPercent.nullish(),
  feePercent: CostPercent.nullish(),
  feeFixed: Amount.nullish(),
});
export type CostsInput = z.infer<typeof CostsInput>;

export const MAX_COST_ITEMS = 1_000;

export const getListingCosts = endpoint({
  method: 'get',
  path: '/v1/listings/{listingId}/costs',
  access: 'company',
  needs: 'read',
  tag: 'catalog',
  summary: 'Gets the costs of a listing; null where unknown',
  params: z.object({ listingId: Id }),
  answer: CostsOfListing,
});

export const CostItemFault = z.object({
  listingId: Id,
  /** `listing_not_found`: the company has no such listing; `listing_twice`: an item before it named the same listing. */
  code: z.enum(['listing_not_found', 'listing_twice']),
});
export type CostItemFault = z.infer<typeof CostItemFault>;

export const setListingCosts = endpoint({
  method: 'put',
  path: '/v1/listings/costs',
  access: 'company',
  needs: 'write',
  tag: 'catalog',
  summary: 'Sets the costs of listings; invalid items are reported and skipped',
  body: z.object({ items: z.array(CostsInput).min(1).max(MAX_COST_ITEMS) }),
  answer: z.object({
    /** The costs of the named listings, as they are now. */
    items: z.array(CostsOfListing),
    faults: z.array(CostItemFault),
  }),
});

export const askListingFees = endpoint({
  method: 'post',
  path: '/v1/listings/{listingId}/costs/fees',
  access: 'company',
  needs: 'write',
  tag: 'catalog',
  summary: "Requests the marketplace's fee at the listing's current price and stores it",
  params: z.object({ listingId: Id }),
  answer: CostsOfListing,
});

/** What a column of an imported file may hold. */
export const CostField = z.enum([
  'sku',
  'skuMarketplace',
  'listingId',
  'cost',
  'taxPercent',
  'feePercent',
  'feeFixed',
]);
export type CostField = z.infer<typeof CostField>;

/** What can be wrong with a file, or with a row of it. */
export const CostFaultCode = z.enum([
  'not_csv',
  'no_key_column',
  'no_value_column',
  'column_twice',
  'too_many_columns',
  'key_missing',
  'listing_not_found',
  'keys_differ',
  'listing_twice',
  'not_a_number',
  'number_ambiguous',
  'not_negative',
  'over_100',
  'two_decimals',
  'too_large',
]);
export type CostFaultCode = z.infer<typeof CostFaultCode>;

export const CostFault = z.object({
  /** Of the file, from 1: the header's is 1 where nothing is before it. */
  line: z.int(),
  /** The column's name as the file has it; null: the whole row. */
  column: z.string().nullable(),
  code: CostFaultCode,
  /** What is there, cut short. */
  value: z.string().nullable(),
});
export type CostFault = z.infer<typeof CostFault>;

/** `nothing`: only report what would change. `all_or_nothing`: write only where no row is at fault. */
export const CostWrite = z.enum(['nothing', 'good_rows', 'all_or_nothing']);
export type CostWrite = z.infer<typeof CostWrite>;

export const CostChange = z.object({
  line: z.int(),
  listingId: Id,
  title: z.string(),
  sku: z.string().nullable(),
  skuMarketplace: z.string(),
  currencyCode: CurrencyCode,
  before: ListingCosts,
  after: ListingCosts,
});
export type CostChange = z.infer<typeof CostChange>;

export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 50_000;
/** At most this many faults, changes and shared SKUs are listed; the counts are of all. */
export const MAX_REPORTED = 200;

export const CostImport = z.object({
  /** Whether anything was written. */
  written: z.boolean(),
  /** Rows below the header; empty lines do not count. */
  rows: z.int(),
  /** Rows with a fault. */
  badRows: z.int(),
  /** Listings whose costs change, or would change. */
  changes: z.int(),
  /** Listings that a good row names, and that cost this already. */
  unchanged: z.int(),
  items: z.array(CostChange),
  faults: z.array(CostFault),
  faultCount: z.int(),
  /** Rows whose SKU stands for several listings: they count for each of these. */
  shared: z.array(z.object({ line: z.int(), listings: z.int() })),
  sharedCount: z.int(),
  /** The file's columns, and what each was taken for; null: ignored. */
  columns: z.array(z.object({ name: z.string(), field: CostField.nullable() })),
  /** The bad rows as a file to correct and import again, with the reason beside each; null where all are good. */
  errorsCsv: z.string().nullable(),
});
export type CostImport = z.infer<typeof CostImport>;

export const importListingCosts = endpoint({
  method: 'post',
  path: '/v1/listings/costs/import',
  access: 'company',
  needs: 'write',
  tag: 'catalog',
  summary:
    'Imports costs from CSV: reports each fault and what would change, and writes them if asked to',
  body: z.object({
    /** Of 5 MB at most. */
    csv: z.string().min(1),
    write: CostWrite,
  }),
  answer: CostImport,
});
