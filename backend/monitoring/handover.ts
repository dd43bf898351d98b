// Notices that a process has put by and works itself: it need not read again what it has decoded. The rows of the table
// are what counts, and what is not found here is read there.
import type { Notice } from '../integrations/marketplace.ts';
import type { House } from '../platform/house.ts';

/** Notices that are remembered at most, a few thousand bytes each; those that came first are forgotten first. */
const MOST = 5_000;

export interface Handover {
  add(companyId: number, id: number, notice: Notice): void;
  /** What is remembered of a company now, by the ids of the rows. */
  of(companyId: number): ReadonlyMap<number, Notice>;
  remove(companyId: number, ids: readonly number[]): void;
  /** How many there ever were. */
  added(): number;
}

export function createHandover(most = MOST): Handover {
  const companies = new Map<number, Map<number, Notice>>();
  let held = 0;
  let added = 0;

  function forget(companyId: number, some: Map<number, Notice>, id: number): void {
    if (!some.delete(id)) return;
    held -= 1;
    if (some.size === 0) companies.delete(companyId);
  }

  function forgetOldest(): void {
    for (const [companyId, some] of companies) {
      for (const id of some.keys()) {
        forget(companyId, some, id);
        return;
      }
    }
  }

  return {
    add(companyId, id, notice) {
      if (held >= most) forgetOldest();
      const some = companies.get(companyId) ?? new Map<number, Notice>();
      companies.set(companyId, some);
      some.set(id, notice);
      held += 1;
      added += 1;
    },
    of: (companyId) => new Map(companies.get(companyId)),
    remove(companyId, ids) {
      const some = companies.get(companyId);
      if (some !== undefined) for (const id of ids) forget(companyId, some, id);
    },
    added: () => added,
  };
}

const handovers = new WeakMap<House, Handover>();

/** That of a house in this process. */
export function handoverOf(house: House): Handover {
  const known = handovers.get(house) ?? createHandover();
  handovers.set(house, known);
  return known;
}
