import { ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteVariation } from '../../marketplace.ts';
import { getSku, getSkuPage } from './listings.ts';
import { Sku } from './wire.ts';

const toVariation = ({ sku, attributes }: Sku): RemoteVariation => ({
  skuMarketplace: sku,
  sku,
  attributes: Object.fromEntries(
    attributes.flatMap(({ name, value }) =>
      name === null || value === null ? [] : [[name, value] as const],
    ),
  ),
  // The stock and the price are read with each SKU's own listing.
  stock: null,
  price: null,
});

/** The SKUs of the group that a SKU belongs to, itself included; none where it is alone in it. */
export async function getVariations(
  api: Fetcher,
  session: AccountSession,
  sku: string,
): Promise<Result<RemoteVariation[], CallFailure>> {
  const found = await getSku(api, session, sku);
  if (!found.ok) return found;
  const groupId = found.value.group?.id ?? null;
  if (groupId === null) return ok([]);
  const group = await getSkuPage(api, session, { group_id: groupId });
  if (!group.ok) return group;
  const members = group.value.results.flatMap((entry) => Sku.safeParse(entry).data ?? []);
  return ok(members.length > 1 ? members.map(toVariation) : []);
}
