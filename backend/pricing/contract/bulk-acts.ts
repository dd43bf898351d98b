// Bulk acts as a list, and what prices would do after one.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { Bulk, BulkBody } from './bulk.ts';
import { SelectionPreview } from './selection.ts';

/** A bulk act without its ads. */
export const BulkAct = Bulk.pick({
  action: true,
  state: true,
  progress: true,
  counts: true,
  createdAt: true,
}).extend({
  id: Bulk.shape.id.unwrap(),
  /** Who did it; null: nobody by that name is there any more. */
  personName: z.string().nullable(),
});
export type BulkAct = z.infer<typeof BulkAct>;

export const queryBulks = endpoint({
  method: 'post',
  path: '/v2/rules/bulk/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'A page of the bulk acts of the company, the latest first',
  query: PageQuery,
  answer: pageOf(BulkAct),
});

export const previewBulk = endpoint({
  method: 'post',
  path: '/v2/rules/bulk/preview',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary:
    'What the prices of at most 1,000 ads would do after a bulk act, as far as their rules are active then and say something new; writes nothing',
  body: BulkBody,
  answer: SelectionPreview,
});
