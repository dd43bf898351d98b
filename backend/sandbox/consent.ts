// The pages on which sellers authorize the product in the browser, at `/sandbox/consent/<marketplace>`.
import { type Context, Hono } from 'hono';
import { type Codes, createCodes } from './consent/codes.ts';
import { renderConsentPage, renderFault, type ShownSeller } from './consent/page.ts';
import { mainAccountNamed, mainAccountsOf, nameOfMainAccount } from './shopee/shops.ts';
import { sellsOnMagalu, tenantIdOf } from './world/tenants.ts';
import { MEXICAN, NEWCOMER, type Seller, type Shop, type World } from './world.ts';

const MINUTE = 60_000;

/** From the marketplaces' documentation, in milliseconds. */
const CODE_LIFE: Record<Shop, number> = {
  mercadolivre: 10 * MINUTE,
  amazon: 5 * MINUTE,
  shopee: 10 * MINUTE,
  magalu: 10 * MINUTE,
};

export type ConsentCodes = Readonly<Record<Shop, Codes>>;

export const createConsentCodes = (now: () => number): ConsentCodes => ({
  mercadolivre: createCodes(CODE_LIFE.mercadolivre, now),
  amazon: createCodes(CODE_LIFE.amazon, now),
  shopee: createCodes(CODE_LIFE.shopee, now),
  magalu: createCodes(CODE_LIFE.magalu, now),
});

interface Agreeing {
  world: () => World;
  codes: ConsentCodes;
  /** The public origin, and the only target of redirects. */
  publicUrl: string;
  hex(length: number): string;
  /** Adds the newcomer to the market. */
  bringNewcomer(): void;
}

interface Ways {
  name: string;
  colours: { band: string; ink: string; button: string; buttonInk: string };
  /** The required parameters of a page of consent. */
  needs: readonly string[];
  /** The marketplace's id of the seller; null: none. */
  idOf(seller: Pick<Seller, 'id' | 'mercadoLivre' | 'amazon' | 'shopee'>): string | null;
  nameOf(seller: Pick<Seller, 'nickname' | 'amazon' | 'shopee'>): string;
  /** Main accounts, which authorize several shops at once; left out: there are none. */
  mainAccountsOf?(world: World): ShownSeller[];
  code(sellerId: string, hex: Agreeing['hex']): string;
  /** The parameters of the redirect after an authorization. */
  back(code: string, sellerId: string): Record<string, string>;
}

const WAYS: Record<Shop, Ways> = {
  mercadolivre: {
    name: 'Mercado Livre',
    colours: { band: '#ffe600', ink: '#2d3277', button: '#2968c8', buttonInk: '#fff' },
    needs: ['client_id', 'redirect_uri', 'state', 'code_challenge'],
    idOf: ({ id, mercadoLivre }) => (mercadoLivre ? String(id) : null),
    nameOf: ({ nickname }) => nickname,
    code: (sellerId, hex) => `TG-${hex(24)}-${sellerId}`,
    back: (code) => ({ code }),
  },
  amazon: {
    name: 'Amazon',
    colours: { band: '#232f3e', ink: '#fff', button: '#ffd814', buttonInk: '#0f1111' },
    needs: ['application_id', 'redirect_uri', 'state'],
    idOf: ({ amazon }) => amazon?.id ?? null,
    nameOf: ({ amazon, nickname }) => amazon?.name ?? nickname,
    code: (_sellerId, hex) => `RH${hex(18)}`,
    back: (code, sellerId) => ({ selling_partner_id: sellerId, spapi_oauth_code: code }),
  },
  shopee: {
    name: 'Shopee',
    colours: { band: '#ee4d2d', ink: '#fff', button: '#b93417', buttonInk: '#fff' },
    needs: ['partner_id', 'redirect_uri', 'state'],
    idOf: ({ shopee }) => (shopee === null ? null : String(shopee.shopId)),
    nameOf: ({ shopee, nickname }) => shopee?.name ?? nickname,
    mainAccountsOf: (world) =>
      mainAccountsOf(world).map((id) => ({ id: nameOfMainAccount(id), name: 'Conta principal' })),
    code: (_sellerId, hex) => hex(32),
    back: (code, sellerId) => {
      const id = mainAccountNamed(sellerId);
      return id === null ? { code, shop_id: sellerId } : { code, main_account_id: String(id) };
    },
  },
  magalu: {
    name: 'ID Magalu',
    colours: { band: '#0065d1', ink: '#fff', button: '#0065d1', buttonInk: '#fff' },
    // `choose_tenants` makes the page offer organisations: without it none can be authorized.
    needs: ['client_id', 'redirect_uri', 'state', 'scope', 'choose_tenants'],
    idOf: ({ id }) => (sellsOnMagalu(id) ? tenantIdOf(id) : null),
    nameOf: ({ nickname }) => nickname,
    code: (_sellerId, hex) => hex(32),
    back: (code) => ({ code }),
  },
};

const isShop = (name: string): name is Shop => Object.hasOwn(WAYS, name);

/** The page redirects by its form, only to the product. */
const policy = (publicUrl: string) =>
  `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${publicUrl}; frame-ancestors 'none'`;

/** The fault of a request; null: none. */
function faultOf(ways: Ways, query: Record<string, string>, publicUrl: string): string | null {
  const missing = ways.needs.find((name) => !query[name]);
  if (missing !== undefined) return `Falta ${missing}.`;
  const back = query.redirect_uri ?? '';
  const isRegistered = URL.canParse(back) && new URL(back).origin === new URL(publicUrl).origin;
  return isRegistered ? null : 'O endereço de retorno não é o que está registrado.';
}

/** The sellers who may authorize: those of the demo, and those that join the market by authorizing. */
function sellersOf(ways: Ways, world: World): ShownSeller[] {
  const own = [...world.sellers.values()].filter(
    ({ id, own }) => own && id !== NEWCOMER.id && id !== MEXICAN.id,
  );
  const mexican = { ...MEXICAN, mercadoLivre: true, amazon: null, shopee: null };
  const shown = [{ ...NEWCOMER, mercadoLivre: true }, ...own, mexican].flatMap((seller) => {
    const id = ways.idOf(seller);
    return id === null ? [] : [{ id, name: ways.nameOf(seller) }];
  });
  return [...shown, ...(ways.mainAccountsOf?.(world) ?? [])];
}

/** The pages of consent of all marketplaces. */
export function createConsent({ world, codes, publicUrl, hex, bringNewcomer }: Agreeing): Hono {
  const consent = new Hono();
  const base = '/sandbox/consent';

  const answered = async (
    call: Context,
    go: (shop: Shop, ways: Ways, query: Record<string, string>) => Response | Promise<Response>,
  ): Promise<Response> => {
    call.header('content-security-policy', policy(publicUrl));
    call.header('cache-control', 'no-store');
    call.header('referrer-policy', 'no-referrer');
    const shop = call.req.param('shop') ?? '';
    if (!isShop(shop)) return call.notFound();
    const query = call.req.query();
    const fault = faultOf(WAYS[shop], query, publicUrl);
    return fault === null
      ? await go(shop, WAYS[shop], query)
      : call.html(await renderFault(fault), 400);
  };

  consent.get(`${base}/:shop`, (call) =>
    answered(call, async (shop, ways, query) =>
      call.html(
        await renderConsentPage({
          marketplace: ways.name,
          colours: ways.colours,
          sellers: sellersOf(ways, world()),
          answer: { path: `${base}/${shop}/answer`, fields: query },
        }),
      ),
    ),
  );

  consent.get(`${base}/:shop/answer`, (call) =>
    answered(call, (shop, ways, { redirect_uri = '', state = '', seller = '', ...query }) => {
      const back = new URL(redirect_uri);
      const known = sellersOf(ways, world()).some(({ id }) => id === seller);
      if (query.answer !== 'allow' || !known) {
        back.search = new URLSearchParams({ error: 'access_denied', state }).toString();
        return call.redirect(back.href, 302);
      }
      if (seller === ways.idOf({ ...NEWCOMER, mercadoLivre: true })) bringNewcomer();
      const code = ways.code(seller, hex);
      const challenge = query.code_challenge ?? null;
      codes[shop].issue(code, { sellerId: seller, redirectUri: redirect_uri, challenge });
      back.search = new URLSearchParams({ ...ways.back(code, seller), state }).toString();
      return call.redirect(back.href, 302);
    }),
  );

  return consent;
}
