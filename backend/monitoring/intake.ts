import type { TradingHouse } from '../catalog/actions.ts';
import type { Notice } from '../integrations/marketplace.ts';
import { BATCH, fetchAllowance, putBy, type Reached, type Received, writeDown } from './notices.ts';
import { createSellers, type SellerAccount, tooMany } from './sellers.ts';

/** Companies whose notices are written down at once: few, so that those who wait gather more for one transaction. */
const LANES = 4;
/**
 * Where more notices wait, those that tell a market are put by, and answered at once: a marketplace that waits sends no
 * more, and a company's notices come too few at a time to be worked cheaply. Only such notices are proven, all others
 * anybody may send, so these wait within bounds.
 */
const CROWDED = 48;
/** After some were put by, so do those that come so soon: a crowd does not end between two of its members. */
const CROWDED_MS = 500;
/** Notices that are put by together at most: while these are written, the next are read. */
const PUT_BY = 200;
/** Transactions that put by at once. */
const PUTTING = 2;
/** Notices that wait to be written down at most: whoever sends more is asked to come again. */
const MOST_WAITING = 10_000;
/** Takes in one notice; true: written down to be worked on, false: no account of that seller is connected. */
export type Intake = (marketplaceId: number, notice: Notice) => Promise<boolean>;

/** Who waits for a notice to be written down. */
interface Sender {
  settle: () => void;
  refuse: (fault: unknown) => void;
}
type Waiting = Received & Sender;

/**
 * Takes in marketplaces' notices. A notice is answered only once it is written down. A company has one transaction
 * under way, and what comes for it meanwhile makes up the next one: under load a few transactions carry hundreds of
 * notices, and a single one waits for nobody. Where very many come, they are put by to be worked after they are answered.
 */
export function createIntake(house: TradingHouse): Intake {
  /** What waits, by company; the company that has waited longest first. */
  const waiting = new Map<number, Waiting[]>();
  const atWork = new Set<number>();
  /** Of all companies together. */
  let held = 0;
  /** What is to be put by, whosever it is. */
  const crowd: (Reached & Sender)[] = [];
  let putting = 0;
  let crowdedUntil = 0;
  const mayFetch = fetchAllowance(house);
  const accountsOf = createSellers(house);

  async function work(companyId: number, batch: readonly Waiting[]): Promise<void> {
    atWork.add(companyId);
    try {
      await writeDown(house, companyId, batch, mayFetch);
      for (const one of batch) one.settle();
    } catch (fault) {
      for (const one of batch) one.refuse(fault);
    } finally {
      atWork.delete(companyId);
      pump();
    }
  }

  async function putCrowdBy(batch: readonly (Reached & Sender)[]): Promise<void> {
    putting += 1;
    crowdedUntil = house.clock().getTime() + CROWDED_MS;
    try {
      await putBy(
        house,
        batch.map(({ companyId, accountId, notice }) => ({ companyId, accountId, notice })),
      );
      for (const one of batch) one.settle();
    } catch (fault) {
      for (const one of batch) one.refuse(fault);
    } finally {
      putting -= 1;
      pump();
    }
  }

  function pump(): void {
    while (crowd.length > 0 && putting < PUTTING) {
      const batch = crowd.splice(0, PUT_BY);
      held -= batch.length;
      void putCrowdBy(batch);
    }
    for (const [companyId, some] of waiting) {
      if (atWork.size >= LANES) return;
      if (atWork.has(companyId)) continue;
      waiting.delete(companyId);
      const batch = some.splice(0, BATCH);
      held -= batch.length;
      if (some.length > 0) waiting.set(companyId, some);
      void work(companyId, batch);
    }
  }

  /** Those who wait by company join a crowd that begins: each of them alone would cost more than it does with all. */
  function beginCrowd(now: number): void {
    crowdedUntil = now + CROWDED_MS;
    for (const [companyId, some] of waiting) {
      const { told = [], others = [] } = Object.groupBy(some, ({ notice }) =>
        notice.market === null ? 'others' : 'told',
      );
      for (const one of told) crowd.push({ companyId, ...one });
      if (others.length > 0) waiting.set(companyId, others);
      else waiting.delete(companyId);
    }
  }

  const reach = ({ companyId, accountId }: SellerAccount, notice: Notice): Promise<void> =>
    new Promise((settle, refuse) => {
      if (held >= MOST_WAITING) {
        refuse(tooMany());
        return;
      }
      held += 1;
      const now = house.clock().getTime();
      if (held > CROWDED && now >= crowdedUntil) beginCrowd(now);
      if (now < crowdedUntil && notice.market !== null) {
        crowd.push({ companyId, accountId, notice, settle, refuse });
        return;
      }
      const some = waiting.get(companyId) ?? [];
      waiting.set(companyId, some);
      some.push({ accountId, notice, settle, refuse });
    });

  return async (marketplaceId, notice) => {
    const accounts = await accountsOf(marketplaceId, notice.sellerId);
    const reached = accounts.map((account) => reach(account, notice));
    pump();
    // The first word counts: a notice that one of its companies could not write down is sent again.
    await Promise.all(reached);
    return accounts.length > 0;
  };
}
