// What a sale costs its seller, by the type of the listing, its category and its price.
import { type Minor, toAmount, toMinor } from '../../kernel/money.ts';
import { numberOf } from '../world/dice.ts';
import { notFound, part, refuse, type Wire } from './room.ts';

const SITE = 'MLB';
const CURRENCY = 'BRL';
/** What a listing that is shown highest pays besides, for instalments without interest. */
const INSTALMENTS = 5;

const TYPES = [
  { id: 'gold_pro', name: 'Premium', exposure: 'highest', isFree: false, instalments: INSTALMENTS },
  { id: 'gold_special', name: 'Clássico', exposure: 'highest', isFree: false, instalments: 0 },
  { id: 'free', name: 'Grátis', exposure: 'lowest', isFree: true, instalments: 0 },
] as const;
type Type = (typeof TYPES)[number];

/** Percent of the price: 11 to 14 by category, in steps of a half. */
const shareOf = (categoryId: string) => 11 + (numberOf(categoryId) % 7) / 2;

/** What cheap things pay besides, by price; the cheapest half of what they cost. */
const STEPS: readonly [below: Minor, fixed: Minor][] = [
  [2_900, 625],
  [5_000, 650],
  [7_900, 675],
];
const CHEAPEST: Minor = 1_250;
function fixedOf(price: Minor): Minor {
  if (price < CHEAPEST) return Math.round(price / 2);
  return STEPS.find(([below]) => price < below)?.[1] ?? 0;
}

function feeBody(type: Type, categoryId: string, price: Minor) {
  const share = type.isFree ? 0 : shareOf(categoryId);
  const percent = share + type.instalments;
  const fixed = type.isFree ? 0 : fixedOf(price);
  const amount = toAmount(Math.round((price * percent) / 100) + fixed);
  return {
    currency_id: CURRENCY,
    free_relist: false,
    listing_exposure: type.exposure,
    listing_fee_amount: 0,
    listing_fee_details: { fixed_fee: 0, gross_amount: 0 },
    listing_type_id: type.id,
    listing_type_name: type.name,
    requires_picture: true,
    sale_fee_amount: amount,
    sale_fee_details: {
      financing_add_on_fee: type.instalments,
      fixed_fee: toAmount(fixed),
      gross_amount: amount,
      meli_percentage_fee: share,
      percentage_fee: percent,
    },
    stop_time: '2043-06-01T00:00:00.000-04:00',
  };
}

/** `GET /sites/{site}/listing_prices`. */
export function mountFees(wire: Wire): void {
  wire.get('/sites/:site/listing_prices', (call) => {
    if (part(call, 'site') !== SITE) return notFound(call, `Site ${part(call, 'site')} not found`);
    const price = Number(call.req.query('price') ?? Number.NaN);
    if (!Number.isFinite(price) || price < 0)
      return refuse(call, 400, 'bad_request', "The parameter 'price' has to be a number");
    const currency = call.req.query('currency_id') ?? CURRENCY;
    if (currency !== CURRENCY)
      return refuse(call, 400, 'bad_request', `The currency ${currency} is not of the site`);
    const category = call.req.query('category_id');
    const typeId = call.req.query('listing_type_id');
    const types = typeId === undefined ? TYPES : TYPES.filter(({ id }) => id === typeId);
    const bodies = types.map((type) => feeBody(type, category ?? SITE, toMinor(price)));
    // Where both are named the answer stands alone, and not in a list.
    const alone = category === undefined || typeId === undefined ? undefined : bodies[0];
    return call.json(alone ?? bodies);
  });
}
