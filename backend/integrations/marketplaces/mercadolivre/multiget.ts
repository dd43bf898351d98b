import type * as z from 'zod';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failureOfStatus, unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, Fetcher } from '../../marketplace.ts';
import { bearer, decode, Multiget, refine } from './wire.ts';

/** The most items of one multiget. @see https://developers.mercadolivre.com.br/pt_br/itens-e-buscas */
export const MULTIGET = 20;

/**
 * Items by id in one call, each with its own success or failure.
 * @param attributes the requested ones
 * @param read decodes an item
 */
export async function getItems<Item extends { id: string }, T>(
  fetcher: Fetcher,
  session: AccountSession,
  ids: readonly string[],
  attributes: string,
  schema: z.ZodType<Item>,
  read: (item: Item) => Result<T, CallFailure>,
): Promise<Result<Map<string, Result<T, CallFailure>>, CallFailure>> {
  const answer = decode(
    await fetcher({
      method: 'GET',
      operation: 'getItems',
      path: '/items',
      query: { ids: ids.join(','), attributes },
      headers: bearer(session.accessToken),
      pace: session.sellerId,
      signal: session.signal,
    }),
    Multiget,
    'the items',
  );
  if (!answer.ok) return answer;
  const found = new Map<string, Result<T, CallFailure>>();
  answer.value.forEach((entry, index) => {
    const item = schema.safeParse(entry.body);
    // A refused entry often does not name its item: then it has the place at which the id was asked.
    const id = item.success ? item.data.id : ids[index];
    if (id === undefined) return;
    const refused = failureOfStatus(entry.code, null);
    if (refused !== null) found.set(id, fail(refine(refused, entry.body)));
    else found.set(id, item.success ? read(item.data) : fail(unreadable(`item ${id}`)));
  });
  return ok(found);
}
