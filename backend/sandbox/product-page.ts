// The page of a listing's link: the product for buyers, the offers in order, and the holder of the buybox.
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Minor } from '../kernel/money.ts';
import {
  awardOf,
  isAvailable,
  type Offer,
  type Product,
  pageOf,
  type Seller,
  type Shop,
  type World,
} from './world.ts';

const BRL = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const money = (minor: Minor) => BRL.format(minor / 100);

const STYLE = `
:root{color-scheme:light;font:16px/1.5 system-ui,sans-serif;color:#22262e;background:#eceef2}
body{margin:0;padding:24px}
main{max-width:960px;margin:auto;background:#fff;border-radius:12px;box-shadow:0 1px 4px #0002;overflow:hidden}
header{display:grid;grid-template-columns:minmax(0,340px) 1fr;gap:32px;padding:32px}
header img{width:100%;height:auto;border-radius:10px}
h1{font-size:1.5rem;line-height:1.25;margin:.25rem 0 1rem}
h2{font-size:1.1rem;margin:0;padding:20px 32px 8px}
.price{font-size:2.2rem;font-weight:300}
.was{color:#667;text-decoration:line-through}
.quiet{color:#596070}
.free{color:#0a7d4f;font-weight:600}
table{width:100%;border-collapse:collapse}
th,td{text-align:left;padding:12px 16px;border-top:1px solid #e6e8ee;vertical-align:top}
th:first-child,td:first-child{padding-left:32px}
th{font-size:.8rem;color:#596070;font-weight:600}
th:last-child,td:last-child{text-align:right;white-space:nowrap;padding-right:32px}
tr.here td{background:#f2f6ff}
.holds{display:inline-block;background:#1f5fd0;color:#fff;border-radius:99px;padding:1px 10px;font-size:.78rem}
footer{padding:16px 32px 24px;font-size:.8rem;color:#596070}
@media(max-width:640px){body{padding:0}header{grid-template-columns:1fr;padding:20px}th:nth-child(4),td:nth-child(4){display:none}}`;

const LEVELS: Record<Seller['level'], string> = {
  '5_green': 'Reputação verde',
  '4_light_green': 'Reputação verde-clara',
  '3_yellow': 'Reputação amarela',
  '2_orange': 'Reputação laranja',
  '1_red': 'Reputação vermelha',
};
const POWERS = {
  platinum: 'MercadoLíder Platinum',
  gold: 'MercadoLíder Gold',
  silver: 'MercadoLíder',
} as const;

const reputationOf = (seller: Seller | undefined, shop: Shop) => {
  if (!seller || shop === 'shopee' || shop === 'magalu') return '';
  if (shop === 'amazon')
    return `${seller.amazon?.rating ?? 0}% de avaliações positivas (${seller.amazon?.feedbacks ?? 0})`;
  return seller.power === null
    ? LEVELS[seller.level]
    : `${POWERS[seller.power]} · ${LEVELS[seller.level]}`;
};

const nameOf = (seller: Seller | undefined, shop: Shop) => {
  if (seller === undefined) return '';
  const known: Partial<Record<Shop, string | undefined>> = {
    amazon: seller.amazon?.name,
    shopee: seller.shopee?.name,
  };
  return known[shop] ?? seller.nickname;
};

/** The labels of each marketplace. */
const WORDS = {
  mercadolivre: { won: 'Buybox', shared: 'Divide o buybox', full: 'Full', article: 'Anúncio' },
  amazon: {
    won: 'Oferta em destaque',
    shared: 'Oferta em destaque',
    full: 'Enviado pela Amazon',
    article: 'Oferta',
  },
  // Shopee has neither: all models of an item belong to one seller.
  shopee: { won: '', shared: '', full: 'Enviado pela Shopee', article: 'Variação' },
  magalu: { won: 'Vendido por', shared: 'Vendido por', full: 'Magalu Entregas', article: 'Oferta' },
} as const;

/** The note below an offer's number. */
function noteOf(offer: Offer, shop: Shop) {
  if (shop === 'shopee') return offer.options?.join(', ') ?? '';
  if (shop === 'mercadolivre') return offer.listingType === 'gold_pro' ? 'Premium' : 'Clássico';
  const condition = offer.condition === 'new' ? 'Novo' : 'Usado';
  return offer.amazon?.prime ? `${condition} · Prime` : condition;
}

function shippingOf(offer: Offer, shop: Shop) {
  const days = Math.ceil(offer.shippingHours / 24);
  const arrives = days === 1 ? 'Chega amanhã' : `Chega em ${days} dias`;
  const { full: word } = WORDS[shop];
  const full = offer.logistics === 'fulfillment' ? ` · ${word}` : '';
  return offer.shippingPrice === 0
    ? html`<span class="free">Frete grátis</span><br /><span class="quiet">${arrives}${full}</span>`
    : html`Frete ${money(offer.shippingPrice)}<br /><span class="quiet">${arrives}${full}</span>`;
}

function priceOf({ price, promotion }: Offer) {
  return promotion === null
    ? money(price)
    : html`<span class="was">${money(promotion.regularPrice)}</span> ${money(price)}`;
}

function headingOf({ shop, catalog }: Product) {
  if (shop === 'shopee') return 'Variações deste anúncio';
  return catalog ? 'Todas as ofertas deste produto' : 'Anúncio fora do catálogo';
}

/** Renders the product page of an item; `picture` is the address of its picture. */
export function renderProductPage(
  world: World,
  product: Product,
  itemId: string,
  picture: string,
): HtmlEscapedString | Promise<HtmlEscapedString> {
  const leading = awardOf(world.sellers, product).leaders;
  const offers = pageOf(world.sellers, product);
  const shown = offers[0] ?? product.offers[0];
  const seller = shown && world.sellers.get(shown.sellerId);
  const { shop } = product;
  const words = WORDS[shop];
  // Amazon features one, also if several share the first place.
  const leaders = shop === 'amazon' ? leading.slice(0, 1) : leading;
  const badge = leaders.length > 1 ? words.shared : words.won;
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${product.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<img src="${picture}" alt="${product.title}" width="400" height="400" />
<div>
<div class="quiet">${product.categoryName} · ${product.brand}</div>
<h1>${product.title}</h1>
${
  shown && isAvailable(shown)
    ? html`<div class="price">${priceOf(shown)}</div>
<p>${shippingOf(shown, shop)}</p>
<p>Vendido por <strong>${nameOf(seller, shop)}</strong><br /><span class="quiet">${reputationOf(seller, shop)}</span></p>`
    : html`<p class="quiet">Este produto está indisponível no momento.</p>`
}
</div>
</header>
<h2>${headingOf(product)}</h2>
<table>
<thead><tr><th>#</th><th>Vendedor</th><th>Envio</th><th>${words.article}</th><th>Preço</th></tr></thead>
<tbody>
${offers.map((offer, i) => {
  const who = world.sellers.get(offer.sellerId);
  return html`<tr class="${offer.itemId === itemId ? 'here' : ''}">
<td>${i + 1}</td>
<td>${nameOf(who, shop)} ${leaders.includes(offer.itemId) ? html`<span class="holds">${badge}</span>` : ''}<br /><span class="quiet">${reputationOf(who, shop)}</span></td>
<td>${shippingOf(offer, shop)}</td>
<td>${offer.itemId}<br /><span class="quiet">${noteOf(offer, shop)}</span></td>
<td>${priceOf(offer)}</td>
</tr>`;
})}
</tbody>
</table>
<footer>Mercado de demonstração: vendedores, produtos e preços são inventados.</footer>
</main>
</body>
</html>`;
}
