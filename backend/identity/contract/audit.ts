import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  /** Null: an unknown person, or the product itself. */
  personId: Id.nullable(),
  /** The person's name when it happened. */
  personName: z.string().nullable(),
  /** `<domain>.<what was done>`, such as `pricing.rule_created`. */
  action: z.string(),
  /** What it was done to. */
  subject: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditLog = endpoint({
  method: 'get',
  path: '/v1/audit',
  access: 'company',
  needs: 'write',
  tag: 'identity',
  summary: 'Lists the audit log of the company, newest first',
  query: PageQuery.extend({
    personId: Id.optional(),
    action: z.string().min(1).max(80).optional(),
  }),
  answer: pageOf(AuditEntry),
});
