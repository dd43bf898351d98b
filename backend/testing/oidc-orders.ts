import * as z from 'zod';

/** As which the product is known at the provider of tests. */
export const TEST_CLIENT = { id: 'primazia-test', secret: 'only-for-tests-of-sign-in' } as const;

/** What is wrong with the next token: each once. */
export const Spoiled = z.enum(['audience', 'expired', 'issuer', 'nonce', 'signature', 'unsigned']);
export type Spoiled = z.infer<typeof Spoiled>;

/** What the provider of tests takes at `POST /testing`. */
export const Order = z.strictObject({
  /** Of the person who signs in under this name. */
  account: z
    .strictObject({ login: z.string(), email: z.string().nullable(), isVerified: z.boolean() })
    .optional(),
  spoil: Spoiled.nullable().optional(),
  /** Answers every question with this status from now on; null: as it should. */
  status: z.int().nullable().optional(),
});
export type Order = z.infer<typeof Order>;
