import { type ListingMovers, type Mover, queryMovers } from '@primazia/backend/pricing/contract';
import { useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import { Ago, AlertIcon } from '@primazia/kit/ui';

/** Listings in one request. */
const MAX_LISTINGS = 200;

/** Says before saving what else changes the price of a listing, and where the product is cheaper, with the cure. */
export function MoversNotice({ listingIds }: { listingIds: readonly number[] }) {
  const { t } = useTranslation();
  const { data } = useQueryCall(queryMovers, {
    body: { listingIds: listingIds.slice(0, MAX_LISTINGS) },
  });
  const moved = (data?.items ?? []).filter(
    ({ movers, cheaperElsewhere }) => movers.length > 0 || cheaperElsewhere !== null,
  );
  const [first, ...others] = moved;
  if (first === undefined) return null;
  const isMoved = moved.some(({ movers }) => movers.length > 0);
  const title = t(isMoved ? 'movers.title' : 'movers.title_cheaper');
  return (
    <section className="movers" aria-label={title}>
      <AlertIcon size="S" />
      <div>
        <strong>{title}</strong>
        {others.length > 0 && <p>{t('movers.of_listings', { count: moved.length })}</p>}
        <ul>
          {listingIds.length === 1 ? (
            <OneAd item={first} />
          ) : (
            kindsOf(moved).map(([kind, count]) => (
              <li key={kind}>
                {t(`movers.count.${kind}`, { count })} {t(`movers.cure.${kind}`)}
              </li>
            ))
          )}
        </ul>
      </div>
    </section>
  );
}

type Kind = Mover['kind'] | 'cheaper';

/** How many listings each kind concerns. */
function kindsOf(items: readonly ListingMovers[]): [kind: Kind, count: number][] {
  const counts = new Map<Kind, number>();
  for (const { movers, cheaperElsewhere } of items) {
    const kinds = new Set<Kind>(movers.map(({ kind }) => kind));
    if (cheaperElsewhere !== null) kinds.add('cheaper');
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts];
}

function OneAd({ item: { movers, cheaperElsewhere } }: { item: ListingMovers }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {movers.map((mover) => (
        <li key={mover.kind}>
          {moverText(t, mover)} {t(`movers.cure.${mover.kind}`)}
          {mover.lastAt !== null && (
            <span className="hint">
              {' '}
              {t('movers.last')} <Ago at={mover.lastAt} />
            </span>
          )}
        </li>
      ))}
      {cheaperElsewhere !== null && (
        <li>
          {t('movers.cheaper', {
            marketplace: format.marketplace(cheaperElsewhere.marketplaceId),
            title: cheaperElsewhere.title,
            price: format.money(cheaperElsewhere.price, cheaperElsewhere.currencyCode),
          })}{' '}
          {t('movers.cure.cheaper')}
        </li>
      )}
    </>
  );
}

type Translate = (key: string, values: Record<string, unknown>) => string;

/** Who moves the price, as a sentence. */
function moverText(t: Translate, { kind, detail, changes }: Mover): string {
  if (kind === 'promotion') {
    return t(`movers.promotion_${detail === 'pending' ? 'pending' : 'started'}`, {});
  }
  return t(`movers.${kind}`, { count: changes ?? 1 });
}
