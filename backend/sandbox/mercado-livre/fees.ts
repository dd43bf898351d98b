// What a sale costs its seller, by the type of the listing, its category and its price.
import { type Minor, toAmount, toMinor } from '../../kernel/money.ts';
import { categoryShareOf, fixedFeeOf, INSTALMENTS } from '../world/fees.ts';
import { notFound, part, refuse, type Wire } from './room.ts';
import { SITES, type Site } from './sites.ts';

const TYPES = [
  { id: 'gold_pro', name: 'Premium', exposure: 'highest', isFree: false, instalments: INSTALMENTS },
  { id: 'gold_special', name: 'Clássico', exposure: 'highest', isFree: false, instalments: 0 },
  { id: 'free', name: 'Grátis', exposure: 'lowest', isFree: true, instalments: 0 },
] as const;
type Type = (typeof TYPES)[number];

function feeBody(type: Type, categoryId: string, price: Minor, site: Site) {
  const share = type.isFree ? 0 : categoryShareOf(categoryId);
  const percent = share + type.instalments;
  const fixed = type.isFree ? 0 : fixedFeeOf(price);
  const amount = toAmount(Math.round((price * percent) / 100) + fixed);
  return {
    currency_id: site.currency,
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
    const site = SITES.find(({ id }) => id === part(call, 'site'));
    if (site === undefined) return notFound(call, `Site ${part(call, 'site')} not found`);
    const price = Number(call.req.query('price') ?? Number.NaN);
    if (!Number.isFinite(price) || price < 0)
      return refuse(call, 400, 'bad_request', "The parameter 'price' has to be a number");
    const currency = call.req.query('currency_id') ?? site.currency;
    if (currency !== site.currency)
      return refuse(call, 400, 'bad_request', `The currency ${currency} is not of the site`);
    const category = call.req.query('category_id');
    const typeId = call.req.query('listing_type_id');
    const types = typeId === undefined ? TYPES : TYPES.filter(({ id }) => id === typeId);
    const bodies = types.map((type) => feeBody(type, category ?? site.id, toMinor(price), site));
    // With both parameters the answer is a single object, not a list.
    const alone = category === undefined || typeId === undefined ? undefined : bodies[0];
    return call.json(alone ?? bodies);
  });
}
