// The calls of the test page, which only a stage environment has: elsewhere each is answered with 404.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { CurrencyCode, PositiveAmount } from '../../kernel/money.ts';

/** What the proof of a notification came to: `proven`, or why it was refused. */
export const NotificationProof = z.enum([
  'proven',
  'no_secret',
  'no_time',
  'wrong_time',
  'no_signature',
  'wrong_signature',
]);
export type NotificationProof = z.infer<typeof NotificationProof>;

/** The last notifications of an account that are kept. */
export const RECEIVED_KEPT = 20;

export const TestAccount = z.object({
  id: Id,
  name: z.string(),
  sellerId: z.string(),
  /** Null: the account is not connected. */
  token: z
    .object({
      /** The permissions by the marketplace's names; null: not reported. */
      scopes: z.array(z.string()).nullable(),
      endsAt: Instant,
    })
    .nullable(),
  /** The newest first. */
  received: z
    .array(z.object({ receivedAt: Instant, topic: z.string(), proof: NotificationProof }))
    .max(RECEIVED_KEPT),
});
export type TestAccount = z.infer<typeof TestAccount>;

const common = { access: 'company', tag: 'test' } as const;
const params = z.object({ accountId: Id });
/** A listing by the code that the marketplace knows it by. */
const Sku = z.string().min(1).max(200);

export const testAccounts = endpoint({
  ...common,
  method: 'get',
  path: '/v1/test/accounts',
  needs: 'read',
  summary: "Lists the company's accounts at a marketplace with their tokens and last notifications",
  query: z.object({ marketplaceId: Id }),
  answer: z.object({ accounts: z.array(TestAccount) }),
});

/** Null: the marketplace has no call for it. */
export const TestIdentity = z
  .object({ sellerId: z.string(), name: z.string().nullable(), channelId: z.string().nullable() })
  .nullable();

export const testIdentity = endpoint({
  ...common,
  method: 'get',
  path: '/v1/test/accounts/{accountId}/identity',
  needs: 'read',
  summary: "Asks the marketplace for the owner of an account's token",
  params,
  answer: z.object({ identity: TestIdentity }),
});

export const testSkus = endpoint({
  ...common,
  method: 'get',
  path: '/v1/test/accounts/{accountId}/skus',
  needs: 'read',
  summary: "Asks the marketplace for one page of an account's listings, by its codes of them",
  params,
  answer: z.object({ skus: z.array(z.string()) }),
});

export const testPrice = endpoint({
  ...common,
  method: 'get',
  path: '/v1/test/accounts/{accountId}/price',
  needs: 'read',
  summary: 'Asks the marketplace for the price that buyers see of a listing',
  params,
  query: z.object({ sku: Sku }),
  answer: z.object({ price: PositiveAmount, currencyCode: CurrencyCode }),
});

/** How an accepted price came out, as the trace of its write shows it. */
export const TestPriceWrite = z.object({
  state: z.enum(['pending', 'done', 'refused']),
  /** The marketplace's code and words, where it was refused. */
  code: z.string().nullable(),
  message: z.string().nullable(),
});

export const testPriceWrite = endpoint({
  ...common,
  method: 'get',
  path: '/v1/test/accounts/{accountId}/price-write',
  needs: 'read',
  summary: 'Asks the marketplace how an accepted price came out, by the trace of its write',
  params,
  query: z.object({ trace: z.string().min(1).max(200) }),
  answer: TestPriceWrite,
});

export const TestedPrice = z.object({
  outcome: z.enum(['confirmed', 'accepted', 'ignored', 'rejected']),
  /** The marketplace's id of the write; null: it has none. */
  trace: z.string().nullable(),
  /** The marketplace's code and words, where it did not take the price. */
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type TestedPrice = z.infer<typeof TestedPrice>;

/** Answered by pricing, whose stop switch holds for it. */
export const testSetPrice = endpoint({
  ...common,
  method: 'put',
  path: '/v1/test/accounts/{accountId}/price',
  needs: 'write',
  summary: 'Sets the price of a listing at the marketplace directly, without its rule',
  params,
  body: z.object({ sku: Sku, price: PositiveAmount }),
  answer: TestedPrice,
});
