// Shipping: the choices of its forms, senders, recipients and shipping companies, and the statement of shipping credit.
import * as z from 'zod';
import { Cep, Cnpj, Phone, TaxNumber, WebAddress } from '../../kernel/brazil.ts';
import { download, endpoint } from '../../kernel/endpoint.ts';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { listFields } from '../../kernel/list-schema.ts';
import { hasTwoPlaces, MAX_AMOUNT, PositiveAmount } from '../../kernel/money.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { ShipmentState } from './orders.ts';

const common = { access: 'company', tag: 'shipping' } as const;

const NameQuery = PageQuery.extend({
  /** A part of the name, with or without accents. */
  name: z.string().trim().max(200).default(''),
});
export type NameQuery = z.infer<typeof NameQuery>;

/** A municipality of Brazil; its id is the seven digits of the IBGE. */
export const City = z.object({ id: Id, name: z.string(), uf: z.string() });
export type City = z.infer<typeof City>;

export const cities = endpoint({
  ...common,
  method: 'get',
  path: '/services/anyenvios/api/cities',
  needs: 'read',
  summary: 'Lists the municipalities of Brazil by a part of their name',
  query: NameQuery,
  answer: pageOf(City),
});

/** An inactive one is kept, and forms no longer offer it. */
export const RecordStatus = z.enum(['active', 'inactive']);
export type RecordStatus = z.infer<typeof RecordStatus>;

const Named = z.object({ id: Id, name: z.string() });

/** A name that somebody entered, or that orders were shipped to or with. */
export const FoundName = Named.extend({ status: RecordStatus });
export type FoundName = z.infer<typeof FoundName>;

export const recipients = endpoint({
  ...common,
  method: 'get',
  path: '/services/anyenvios/api/recipients',
  needs: 'read',
  summary:
    "Lists recipients by a part of their name: the company's records, and those of its orders",
  query: NameQuery,
  answer: pageOf(FoundName),
});

export const senders = endpoint({
  ...common,
  method: 'get',
  path: '/services/anyenvios/api/senders',
  needs: 'read',
  summary: 'Lists the active senders of the company by a part of their name',
  query: NameQuery,
  answer: pageOf(Named),
});

export const shippingCompanies = endpoint({
  ...common,
  method: 'get',
  path: '/services/anyenvios/api/shipping-companies',
  needs: 'read',
  summary:
    "Lists shipping companies by a part of their name: the company's active records, and those of its orders",
  query: NameQuery,
  answer: pageOf(Named),
});

export const shippingListStatuses = endpoint({
  ...common,
  method: 'get',
  path: '/services/anyenvios/api/shipping-list-statuses',
  needs: 'read',
  summary: 'Gets the statuses that shipments may have',
  answer: z.object({ statuses: z.array(ShipmentState) }),
});

/** Whom a company ships from, to and with. */
export const RecordKind = z.enum(['sender', 'recipient', 'shipping_company']);
export type RecordKind = z.infer<typeof RecordKind>;

const text = (most: number) => z.string().trim().max(most, { error: 'too_long' });
const Name = text(120).min(1, { error: 'required' });

const details = {
  name: Name,
  status: RecordStatus.default('active'),
  phone: Phone.nullable().default(null),
};
const address = {
  cep: Cep.nullable().default(null),
  /** Street, number and district. */
  street: text(200).nullable().default(null),
  cityId: Id.nullable().default(null),
};

/** What a person enters of a sender or recipient. */
const PartyInput = z.object({
  ...details,
  ...address,
  taxNumber: TaxNumber.nullable().default(null),
});

export const ShippingRecordInput = z.discriminatedUnion('kind', [
  PartyInput.extend({ kind: z.literal('sender') }),
  PartyInput.extend({ kind: z.literal('recipient') }),
  z.object({
    ...details,
    kind: z.literal('shipping_company'),
    taxNumber: Cnpj.nullable().default(null),
    /** Where its shipments are tracked. */
    website: WebAddress.nullable().default(null),
  }),
]);
export type ShippingRecordInput = z.infer<typeof ShippingRecordInput>;

export const ShippingRecord = z.object({
  id: Id,
  kind: RecordKind,
  name: z.string(),
  status: RecordStatus,
  taxNumber: z.string().nullable(),
  phone: z.string().nullable(),
  cep: z.string().nullable(),
  street: z.string().nullable(),
  city: City.nullable(),
  website: z.string().nullable(),
  updatedAt: Instant,
  version: z.int(),
});
export type ShippingRecord = z.infer<typeof ShippingRecord>;

export const shippingRecords = endpoint({
  ...common,
  method: 'get',
  path: '/v1/shipping/records',
  needs: 'read',
  summary: 'Lists senders, recipients or shipping companies of the company, by name',
  query: PageQuery.extend({
    tab: RecordKind.default('sender'),
    /** A part of the name, with or without accents. */
    search: z.string().trim().max(200).default(''),
  }),
  answer: pageOf(ShippingRecord),
});

export const createShippingRecord = endpoint({
  ...common,
  method: 'post',
  path: '/v1/shipping/records',
  needs: 'write',
  summary: 'Adds a sender, recipient or shipping company',
  body: ShippingRecordInput,
  answer: ShippingRecord,
});

const recordParams = z.object({ recordId: Id });

export const editShippingRecord = endpoint({
  ...common,
  method: 'put',
  path: '/v1/shipping/records/{recordId}',
  needs: 'write',
  summary: 'Edits a sender, recipient or shipping company, whose kind stays',
  params: recordParams,
  body: z.object({ record: ShippingRecordInput, version: z.int() }),
  answer: ShippingRecord,
});

export const removeShippingRecord = endpoint({
  ...common,
  method: 'delete',
  path: '/v1/shipping/records/{recordId}',
  needs: 'write',
  summary: 'Removes a sender, recipient or shipping company',
  params: recordParams,
  answer: z.object({}),
});

/** What moves shipping credit. */
export const CreditOperation = z.enum([
  'entry',
  'exit',
  'reimbursement',
  'reversal',
  'credit_top_up',
  'shipping_cost',
  'audit_reimbursement',
  'audit_discount',
]);
export type CreditOperation = z.infer<typeof CreditOperation>;

/** The sign of each operation; a reversal has the opposite sign of the entry that it reverses. */
export const CREDIT_SIGN: Readonly<Record<CreditOperation, 1 | -1 | null>> = {
  entry: 1,
  exit: -1,
  reimbursement: 1,
  reversal: null,
  credit_top_up: 1,
  shipping_cost: -1,
  audit_reimbursement: 1,
  audit_discount: -1,
};

/** The smallest top-up. */
export const LEAST_TOP_UP = 1;

/** A decimal amount that may be below zero. */
const SignedAmount = z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT).refine(hasTwoPlaces);

/** Shipping credit is counted in this currency. */
export const CREDIT_CURRENCY = 'BRL';

/** An entry of the statement. It is never changed nor removed: what was wrong is reversed. */
export const CreditEntry = z.object({
  /** Counts from 1 in each company. */
  id: Id,
  at: Instant,
  operation: CreditOperation,
  /** Below zero where it takes credit away. */
  amount: SignedAmount,
  /** After this entry. */
  balance: z.number(),
  currencyCode: z.string(),
  note: z.string(),
  reference: z.string(),
  /** The entry that this one reverses. */
  reverses: Id.nullable(),
  /** Who made it; null: the product, or a person who no longer exists. */
  by: z.string().nullable(),
});
export type CreditEntry = z.infer<typeof CreditEntry>;

/** By what the statement is filtered and ordered. */
export const CREDIT_FIELDS = listFields({
  at: { type: 'date' },
  operation: { type: 'select', options: CreditOperation.options },
  amount: { type: 'numeric', isUnordered: true },
  balance: { type: 'numeric', isUnordered: true },
  note: { type: 'text', isUnordered: true },
  by: { type: 'text', isUnordered: true },
});
export type CreditField = keyof typeof CREDIT_FIELDS;

export const queryCredit = endpoint({
  ...common,
  method: 'post',
  path: '/v1/shipping/credit/query',
  needs: 'read',
  summary: 'Lists the statement of shipping credit by filters, the latest first, with the balance',
  query: PageQuery,
  body: ListBody,
  answer: pageOf(CreditEntry).extend({
    /** Of all entries, whatever the filters. */
    balance: z.number(),
    currencyCode: z.string(),
    /** Of the entries that match. */
    credited: z.number(),
    debited: z.number(),
  }),
});

export const exportCredit = download({
  ...common,
  method: 'post',
  path: '/v1/shipping/credit/export',
  needs: 'read',
  summary: 'Exports all matching entries of the statement (CSV)',
  body: ExportBody,
  type: 'text/csv',
});

/** Names what an entry is about, such as the number of an invoice: an entry with the same reference is added once. */
const Reference = text(100).min(1, { error: 'required' });
const Note = text(200).default('');

export const CreditInput = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('credit_top_up'),
    amount: PositiveAmount.min(LEAST_TOP_UP, { error: 'top_up_too_small' }),
    note: Note,
    reference: Reference,
  }),
  z.object({
    operation: CreditOperation.exclude(['credit_top_up', 'reversal']),
    amount: PositiveAmount,
    note: Note,
    reference: Reference,
  }),
  z.object({ operation: z.literal('reversal'), reverses: Id, note: Note, reference: Reference }),
]);
export type CreditInput = z.infer<typeof CreditInput>;

export const enterCredit = endpoint({
  ...common,
  method: 'post',
  path: '/v1/shipping/credit',
  needs: 'write',
  summary: 'Adds an entry to the statement of shipping credit; the same reference adds it once',
  body: CreditInput,
  answer: CreditEntry,
});
