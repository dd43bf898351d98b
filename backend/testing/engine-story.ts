import type { Minor } from '../kernel/money.ts';
import { PreviewBody } from '../pricing/contract.ts';
import { decide } from '../pricing/engine/decide.ts';
import { toFacts, toMarket } from '../pricing/engine/preview-input.ts';
import { toRule } from '../pricing/engine/rule.ts';
import {
  type Circumstances,
  type Decision,
  type Memory,
  type Rule,
  USUAL,
} from '../pricing/engine/types.ts';
import { competitor, previewBody } from './worked-cases.ts';

const MINUTE = 60_000;

type Changes = Parameters<typeof previewBody>[0];

/** One listing and its rule over time: each decided price is set immediately. */
export class Story {
  now = new Date('2026-11-20T12:00:00Z');
  memory: Memory | null = null;
  private poll = 0;

  constructor(
    public price: Minor,
    private readonly rule: Partial<Rule> = {},
    private readonly circumstances: Partial<Circumstances> = {},
  ) {}

  /** A new snapshot, `minutes` later. */
  see(
    status: NonNullable<Changes['status']>,
    competitors: readonly number[],
    minutes = 5,
    priceToWin: number | null = null,
  ): Decision {
    this.now = new Date(this.now.getTime() + minutes * MINUTE);
    this.poll += 1;
    return this.again(status, competitors, priceToWin);
  }

  /** The same snapshot again. */
  again(
    status: NonNullable<Changes['status']>,
    competitors: readonly number[],
    priceToWin: number | null = null,
  ): Decision {
    const offers = competitors.map((price, n) =>
      competitor(`R${n + 1}`, price / 100, { position: n + 1 }),
    );
    const changes: Changes = { rule: { strategy: 'PRIMAZIA', maxPrice: 150 }, status, offers };
    const body = PreviewBody.parse(previewBody(changes));
    const facts = { ...toFacts(body.listing!), price: this.price, lastSetPrice: this.price };
    const seen = toMarket(body.market!);
    const market = {
      ...seen,
      observedAt: this.now,
      buybox: { ...seen.buybox, priceToWin },
    };
    const rule = { ...toRule(body.rule), ...this.rule };
    const circumstances = { ...USUAL, ...this.circumstances };
    const decision = decide(facts, rule, market, this.memory, this.now, circumstances);
    this.memory = decision.memory;
    this.price = decision.price ?? this.price;
    return decision;
  }
}
