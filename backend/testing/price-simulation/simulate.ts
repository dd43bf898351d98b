// One listing, its competitors, a marketplace without compare-and-set, and people, for some minutes in which everything that can
// go wrong does; then a calm in which the product has to put everything right. The same seed is the same story.
import type { Market } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Rule } from '../../pricing/engine/types.ts';
import { competitor } from '../pricing-scene.ts';
import { CHAOS_MS, Course, MINUTE, SECOND } from './course.ts';
import { faultAtEnd } from './end.ts';
import { Simulation } from './jobs.ts';
import { actOf, does } from './people.ts';
import { SimulationContext } from './product.ts';
import { Shop } from './shop.ts';
import { type Broken, RULE, type Story } from './story.ts';

/** In the calm a story has to end long before this. */
const END_MS = 12 * 60 * MINUTE;

/** Runs one simulation. `keep` keeps its lines, to read what led to a violation. */
export function simulate(seed: number, broken: Broken | null = null, keep = false): Story {
  const course = new Course(seed, keep);
  const { story } = course;
  const between = (low: number, high: number) => course.between(low, high);

  const first = between(7_500, 12_500);
  const requiresApproval = course.chance(0.3);
  const hasLateWrites = course.chance(0.25);
  const shop = new Shop(first, course, hasLateWrites);
  const competitors = [between(7_800, 12_200), between(7_800, 12_200)];
  const mayLose = !hasLateWrites && course.chance(0.3);
  const rule: Rule = { ...RULE, requiresApproval, control: mayLose ? 'LOSE' : 'REGAIN' };
  const tight = { maxStepPercent: between(5, 20), maxDayPercent: between(20, 40) };
  const limits = course.chance(0.5) ? tight : { maxStepPercent: 30, maxDayPercent: 60 };
  const violate = (what: string) => course.violate(what);
  const ctx = new SimulationContext(first, rule, () => course.now, broken, violate, limits);
  const simulation = new Simulation(course, ctx, shop, broken);

  letCompetitorsMove(course, competitors, () =>
    pollMarket(course, ctx, shop, competitors, simulation),
  );
  letPeopleAct(course, ctx, shop, simulation);
  // The periodic jobs: polls of the market, and the repair of lost jobs.
  const turn = () => {
    simulation.handle(() => ctx.reconcile());
    pollMarket(course, ctx, shop, competitors, simulation);
    const isBusy =
      ctx.active().some((each) => each.progress.state !== 'pending') || simulation.isCalling();
    const isCalm = course.passed > CHAOS_MS + 10 * MINUTE && !isBusy;
    if (!isCalm && course.passed < END_MS) {
      course.after(course.isChaos() ? MINUTE : 3 * MINUTE, turn);
    }
  };
  turn();
  course.after(CHAOS_MS, () => {
    ctx.stopped = false;
    ctx.jobs.push({ type: 'decide' });
    simulation.flush();
  });

  course.run();
  story.updates = ctx.updates.length;
  const fault = story.violation === null ? faultAtEnd(ctx, shop) : null;
  if (fault !== null) course.violate(fault);
  return story;
}

/** In the minutes of chaos competitors change prices, and the market is polled each time. */
function letCompetitorsMove(course: Course, competitors: Minor[], observe: () => void): void {
  for (let at = 0; at < CHAOS_MS; at += course.between(2, 30) * SECOND) {
    course.after(at, () => {
      competitors[course.between(0, 1)] = course.between(7_800, 12_200);
      course.say(() => `rivals at ${competitors.join(' and ')}`);
      observe();
    });
  }
}

/** In the minutes of chaos people do what they may. */
function letPeopleAct(
  course: Course,
  ctx: SimulationContext,
  shop: Shop,
  simulation: Simulation,
): void {
  const between = (low: number, high: number) => course.between(low, high);
  const somebody = () => {
    const act = actOf(course.random);
    course.say(() => `somebody ${act}`);
    if (act === 'changes the price elsewhere') {
      shop.write(between(7_500, 12_500), 'somebody', false);
    } else does(act, ctx, between);
    simulation.flush();
  };
  for (let at = between(5, 90) * SECOND; at < CHAOS_MS; at += between(5, 60) * SECOND) {
    course.after(at, somebody);
  }
}

/** A poll of the market, requested by a notification or by schedule; some are lost, delayed or duplicated. */
function pollMarket(
  course: Course,
  ctx: SimulationContext,
  shop: Shop,
  competitors: readonly Minor[],
  simulation: Simulation,
): void {
  if (course.goesWrong(0.2)) return;
  const times = course.goesWrong(0.1) ? 2 : 1;
  for (let n = 0; n < times; n++) {
    const isLate = course.goesWrong(0.1);
    course.after(isLate ? course.between(2, 30) * SECOND : course.between(20, 400), () => {
      const observedAt = new Date(course.now);
      course.after(course.between(20, 200), () => {
        const status = shop.price <= Math.min(...competitors) ? 'WINNING' : 'LOSING';
        const market: Market = {
          observedAt,
          buybox: { status, winnerSellerId: null, priceToWin: null, reason: null },
          offers: competitors.map((price, place) =>
            competitor(`R${place}`, price, { position: place + 1 }),
          ),
        };
        const [own, seen] = [shop.price, competitors.join()];
        const isHeldUp = course.goesWrong(0.1);
        course.after(isHeldUp ? course.between(1, 20) * SECOND : course.between(5, 100), () =>
          simulation.handle(() => ctx.record(market, seen, own)),
        );
      });
    });
  }
}
