// The demo's rules: of several kinds, for listings whose prices followed the market before.
import { type Minor, toAmount } from './kernel/money.ts';
import type { Actor, AppContext } from './platform/app-context.ts';
import { within } from './platform/db.ts';
import { createRule, pauseRules } from './pricing/actions.ts';
import { RuleInput } from './pricing/contract.ts';

/** A listing of the demo, as far as its rule depends on it. */
export interface DemoListing {
  id: number;
  title: string;
  /** Its first price. */
  price: Minor;
  /** How its price followed the market; null: it did not change. */
  habit: string | null;
  hasCost: boolean;
  /** A competitor holds the buybox now. */
  isLosing: boolean;
  /** The marketplace's automation sets its price. */
  isAutomated: boolean;
}

/** A rule to create: its fields and its listings. */
type Plan = Pick<RuleInput, 'name' | 'listingIds'> & Partial<RuleInput>;

/** The number of listings with their own rule, and of those whose rule requires approval. */
const OWN_RULES = 8;
const APPROVED = 10;
const MARGIN = 6;

/** Rules for many listings, by habit; the minimum of each listing follows from its cost. */
const GROUPS = [
  { name: 'Ganhar a buybox com margem', habit: 'undercutter', strategy: 'PRIMAZIA' },
  { name: 'Acompanhar o menor preço', habit: 'matcher', strategy: 'MATCH' },
  { name: 'Subir enquanto ganha', habit: 'climber', strategy: 'WIN' },
] as const;

const limitsOf = ({ price }: DemoListing) => ({
  minPrice: toAmount(Math.round(price * 0.88)),
  maxPrice: toAmount(Math.round(price * 1.15)),
});

const ownRule = (listing: DemoListing, name: string, more: Partial<Plan> = {}): Plan => ({
  name: `${name}: ${listing.title}`.slice(0, 120),
  listingIds: [listing.id],
  ...limitsOf(listing),
  ...more,
});

/** The rules of a demo company; no listing has two. */
export function planRules(listings: readonly DemoListing[]): Plan[] {
  const followers = listings.filter(({ habit }) => habit !== null);
  const groups = GROUPS.map(({ name, habit, strategy }): Plan => {
    const its = followers.filter((one) => one.hasCost && one.habit === habit);
    const listingIds = its.map(({ id }) => id);
    return { name, strategy, listingIds, minimumBy: 'MARGIN', minimumPercent: MARGIN };
  });
  const [paused, disabled, ...single] = followers.filter(({ hasCost }) => !hasCost);
  const automated = listings.find(({ isAutomated }) => isAutomated);
  // Losing listings with an unchanged price, since they can improve.
  const losing = listings.filter((one) => one.habit === null && one.isLosing && !one.isAutomated);
  const approved = losing.slice(0, APPROVED).map(({ id }) => id);
  return [
    ...groups,
    { name: 'Aprovar antes de aplicar', listingIds: approved, requiresApproval: true },
    ...single.slice(0, OWN_RULES).map((one) => ownRule(one, 'Ganhar')),
    ...(paused ? [ownRule(paused, PAUSED, { control: 'LOSE' })] : []),
    ...(disabled ? [ownRule(disabled, 'Fim de estação', { status: 'disabled' })] : []),
    ...(automated ? [ownRule(automated, 'Preço do marketplace')] : []),
  ].filter(({ listingIds }) => listingIds.length > 0);
}

/** Another tool has moved the price of its listing. */
const PAUSED = 'Preço mudado por fora';

/** Creates the missing rules, by their names. */
export async function seedRules(
  ctx: AppContext,
  actor: Actor,
  listings: readonly DemoListing[],
): Promise<void> {
  const { companyId } = actor;
  const known = await within(ctx.db, { company: companyId }, (trx) =>
    trx.selectFrom('rule').select(['id', 'name']).where('company_id', '=', companyId).execute(),
  );
  const names = new Set(known.map(({ name }) => name));
  for (const plan of planRules(listings)) {
    const input = RuleInput.parse(plan);
    if (names.has(input.name)) continue;
    const { id, name } = await createRule(ctx, actor, input);
    if (!name.startsWith(PAUSED)) continue;
    await within(ctx.db, { company: companyId }, (trx) =>
      pauseRules(trx, companyId, [id], ctx.clock()),
    );
  }
}
