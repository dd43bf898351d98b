// The product's engine as one of the sellers: it gets the inputs that the product gives it, from what a marketplace
// reports, and does not know the award, the demand or the other sellers' behavior.
import type { BuyboxStatus, Market, Offer as SeenOffer } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import { RuleBody } from '../../pricing/contract.ts';
import { decide } from '../../pricing/engine/decide.ts';
import {
  createPaceKeeper,
  isOutside,
  type PaceLimits,
  USUAL_PACE,
} from '../../pricing/engine/pace.ts';
import { toRule } from '../../pricing/engine/rule.ts';
import { newTimers } from '../../pricing/engine/timers.ts';
import {
  type ListingFacts,
  type Memory,
  type Rule,
  USUAL,
  USUAL_SMALLEST_RISE_PERCENT,
} from '../../pricing/engine/types.ts';
import { isAvailable, pageOf, priceToWin } from '../../sandbox/world/award.ts';
import type { Offer } from '../../sandbox/world/types.ts';
import { MARKETPLACE } from '../../testing/marketplaces.ts';
import type { Player } from './market/life.ts';
import type { Stall } from './market/stall.ts';

const SHOP = MARKETPLACE.MERCADO_LIVRE;

/** What the marketplace shows of a stall, and the offer to decide on. */
export type SeenStall = Pick<
  Stall,
  'sellers' | 'product' | 'ours' | 'reported' | 'leaders' | 'now'
>;

/** The rule of the arena: the limits of all sellers, and otherwise the defaults of a new rule. */
export function ruleOf({ limits }: Pick<Stall, 'limits'>, strategy: 'PRIMAZIA' | 'WIN'): Rule {
  return {
    ...toRule(RuleBody.parse({ strategy, considerShippingPrice: true })),
    minPrice: limits.least,
    maxPrice: limits.most,
  };
}

const seen = (offer: Offer, ours: Offer, rank: number): SeenOffer => ({
  offerId: offer.itemId,
  sellerId: String(offer.sellerId),
  sellerName: '',
  marketplaceId: SHOP,
  price: offer.price,
  shippingPrice: offer.shippingPrice,
  shippingTimeHours: offer.shippingHours,
  fulfillment: offer.logistics === 'fulfillment',
  reputation: null,
  listingTypeId: offer.listingType,
  condition: 'new',
  available: isAvailable(offer),
  position: rank + 1,
  isOwn: offer === ours,
  comparison: 'IDENTICAL',
});

function statusOf({ leaders, ours }: SeenStall): BuyboxStatus {
  if (!isAvailable(ours)) return 'NOT_COMPETING';
  if (!leaders.includes(ours.itemId)) return 'LOSING';
  return leaders.length === 1 ? 'WINNING' : 'CO_WINNING';
}

/** What the marketplace reports of the page now. The winner gets the own price as the one to win. */
export function marketOf(stall: SeenStall): Market {
  const { sellers, product, ours, reported, now } = stall;
  const status = statusOf(stall);
  const offers = pageOf(sellers, product).map((offer, rank) => seen(offer, ours, rank));
  const toWin = () => (status === 'WINNING' ? ours.price : priceToWin(sellers, product, ours));
  return {
    observedAt: new Date(now),
    buybox: {
      status,
      winnerSellerId: offers[0]?.sellerId ?? null,
      priceToWin: reported ? toWin() : null,
      reason: null,
    },
    offers,
  };
}

/** The relevant data of a poll: if it is unchanged, the product decides again only when a timer is due. */
const essenceOf = ({ ours, leaders, product }: SeenStall): string =>
  product.offers.reduce(
    (text, offer) => `${text} ${isAvailable(offer) ? offer.price : ''}`,
    `${ours.stock > 0} ${leaders.join()}`,
  );

/** What a company settles of its prices. */
export interface CompanyTerms {
  smallestRisePercent: number;
  pace: PaceLimits;
}

export const USUAL_TERMS: CompanyTerms = {
  smallestRisePercent: USUAL_SMALLEST_RISE_PERCENT,
  pace: USUAL_PACE,
};

/** The engine that decides: that of this version, or another one with the same interface. */
export interface Engine {
  decide: typeof decide;
  newTimers: typeof newTimers;
}

/** A player with its stall. */
export interface EnginePlayer extends Player {
  poll(): Minor | null;
}

/** The engine with a rule, a memory and the pace of a company, for one product. */
export function enginePlayer(
  stall: SeenStall,
  rule: Rule,
  { smallestRisePercent, pace }: CompanyTerms = USUAL_TERMS,
  engine: Engine = { decide, newTimers },
): EnginePlayer {
  const circumstances = { ...USUAL, smallestRisePercent };
  const keeper = createPaceKeeper(pace);
  let memory: Memory | null = null;
  let lastSetPrice: Minor | null = null;
  let known = '';
  let timers: number[] = [];
  return {
    seesAtOnce: false,
    poll() {
      const { ours } = stall;
      const essence = essenceOf(stall);
      const rung = timers.some((at) => at <= stall.now);
      if (essence === known && !rung) return null;
      known = essence;
      const market = marketOf(stall);
      const listing: ListingFacts = {
        price: ours.price,
        shippingPrice: ours.shippingPrice,
        currencyCode: 'BRL',
        marketplaceId: SHOP,
        status: ours.status === 'active' ? 'ENABLED' : 'PAUSED',
        stock: ours.stock,
        promotionStatus: 'none',
        condition: 'new',
        offerId: ours.itemId,
        lastSetPrice,
        costs: null,
        acos: null,
        roas: null,
      };
      const decision = engine.decide(
        listing,
        rule,
        market,
        memory,
        market.observedAt,
        circumstances,
      );
      timers = [
        ...timers.filter((at) => at > stall.now),
        ...engine.newTimers(memory, decision.memory, rule).map((at) => at.getTime()),
      ];
      memory = decision.memory;
      const present = { status: market.buybox.status, isOutside: isOutside(ours.price, rule) };
      const hold = keeper.hold(decision, present, market.observedAt);
      if (hold !== null) {
        timers.push(hold.until.getTime());
        return null;
      }
      if (decision.price !== null) lastSetPrice = decision.price;
      return decision.price;
    },
  };
}
