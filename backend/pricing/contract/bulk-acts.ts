// The list of bulk actions, and a preview of what prices would do after one.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { Bulk, BulkBody } from './bulk.ts';
import { SelectionPreview } from './selection.ts';

/** A bulk action without its listings. */
export const BulkAct = Bulk.pick({
  action: true,
  creates: true,
  state: true,
  progress: true,
  counts: true,
  createdAt: true,
}).extend({
  id: Bulk.shape.id.unwrap(),
  /** Who did it; null: the user no longer exists. */
  personName: z.string().nullable(),
});
export type BulkAct = z.infer<typeof BulkAct>;

export const queryBulks = endpoint({
  method: 'post',
  path: '/v2/rules/bulk/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Lists the bulk actions of the company, newest first',
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
    'Previews the prices of up to 1,000 listings after a bulk action, where an active rule would change them; writes nothing',
  body: BulkBody,
  answer: SelectionPreview,
});
