import { ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteHealth } from '../../marketplace.ts';
import { judge, scoreOf } from './judge.ts';
import { getItem } from './listings.ts';
import type { Store } from './stores.ts';

const LOCALES: Readonly<Record<string, string>> = { pt: 'pt_BR', en: 'en_US', es: 'es_MX' };

/** How healthy a listing is, with the issues in the language asked for. */
export async function getHealth(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  sku: string,
  locale: string,
): Promise<Result<RemoteHealth, CallFailure>> {
  const item = await getItem(fetcher, store, session, sku, LOCALES[locale]);
  if (!item.ok) return item;
  const categories = judge(item.value, store);
  return ok({ score: scoreOf(categories), categories });
}
