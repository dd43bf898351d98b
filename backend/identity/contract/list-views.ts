import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';

/** Which columns a list shows and how, or a named query: filters, orders, tab and search. */
export const ListViewKind = z.enum(['columns', 'view']);
export type ListViewKind = z.infer<typeof ListViewKind>;

/** The limit of saved views of one kind. */
export const MAX_LIST_VIEWS = 50;
const MAX_CONTENT = 8 * 1024;

const ListViewName = z.string().trim().min(1, { error: 'required' }).max(80, { error: 'too_long' });

export const ListView = z.object({
  kind: ListViewKind,
  name: ListViewName,
  /** Written by the page and returned unchanged; 8 KB at most. */
  content: z
    .record(z.string(), z.unknown())
    .refine((content) => JSON.stringify(content).length <= MAX_CONTENT, { error: 'too_large' }),
  /** The list opens with it; at most one of each kind. */
  isDefault: z.boolean().default(false),
});
export type ListView = z.infer<typeof ListView>;

const listParams = z.object({ list: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/) });
const listViewsAnswer = z.object({ views: z.array(ListView) });

export const listViews = endpoint({
  method: 'get',
  path: '/v1/list-views/{list}',
  access: 'company',
  needs: 'read',
  tag: 'lists',
  summary: "Lists the caller's column sets and views of a list, by name",
  params: listParams,
  answer: listViewsAnswer,
});

export const saveListView = endpoint({
  method: 'put',
  path: '/v1/list-views/{list}',
  access: 'company',
  needs: 'read',
  tag: 'lists',
  summary: 'Saves a column set or a view; replaces one with the same name',
  params: listParams,
  body: ListView,
  answer: listViewsAnswer,
});

export const deleteListView = endpoint({
  method: 'delete',
  path: '/v1/list-views/{list}',
  access: 'company',
  needs: 'read',
  tag: 'lists',
  summary: 'Deletes a column set or a view',
  params: listParams,
  query: z.object({ kind: ListViewKind, name: ListViewName }),
  answer: listViewsAnswer,
});
