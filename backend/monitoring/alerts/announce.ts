// Announces what has lasted, in the transaction that marks it as announced: after a crash the next run announces it.
import type { AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import { ALERTED, type Alert, type AlertSettings } from '../contract/alerts.ts';
import { BUYBOX_MOVED } from '../contract.ts';
import { inContest } from '../store.ts';
import { announced } from './engine/hold.ts';
import { isProven, PROOF_MS } from './polling.ts';
import { toAlert } from './say.ts';
import { loadAlertSettings } from './settings.ts';
import * as store from './store.ts';

/** Alerts in one transaction at most. */
const AT_ONCE = 500;
/** Buyboxes that are lost within this time are lost at once. */
const MANY_MS = 3_600_000;

const idsOf = (some: readonly Pick<store.Noted, 'aboutId'>[]) => some.map(({ aboutId }) => aboutId);

/** Announces what is due in a company, until it is aborted. */
export async function announceDue(
  ctx: AppContext,
  companyId: number,
  signal: AbortSignal,
): Promise<void> {
  let isMore = true;
  while (isMore) {
    signal.throwIfAborted();
    isMore = await within(ctx.db, { company: companyId }, async (trx) => {
      const due = await store.takeDue(trx, companyId, ctx.clock(), AT_ONCE);
      if (due.length > 0) await announce(ctx, trx, companyId, due);
      return due.length === AT_ONCE;
    });
  }
}

async function announce(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  taken: readonly store.Noted[],
): Promise<void> {
  const settings = await loadAlertSettings(trx, companyId);
  const due = taken.filter(isProven);
  const lost = due.filter(({ kind }) => kind === 'lost');
  const others = due.filter(({ kind }) => kind !== 'lost');
  const passed = await announceBuybox(ctx, trx, companyId, lost, settings);
  await announceOthers(ctx, trx, companyId, others);
  const putOff = new Date(ctx.clock().getTime() + PROOF_MS);
  const written: store.Noted[] = taken
    .filter((noted) => !isProven(noted))
    .map((noted) => ({ ...noted, dueAt: putOff }));
  const forgotten: store.AlertKey[] = [];
  for (const noted of due) {
    const next = passed.has(noted) ? null : announced(noted);
    if (next === null) forgotten.push(noted);
    else written.push({ ...noted, ...next });
  }
  await store.saveNoted(trx, companyId, { written, forgotten });
}

/**
 * Announces lost buyboxes of listings whose buybox matters, and those that were won back. Where many were lost at once, those
 * that were announced one by one before are counted with them.
 * @returns losses that no longer matter
 */
async function announceBuybox(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  due: readonly store.Noted[],
  { manyLost }: AlertSettings,
): Promise<ReadonlySet<store.Noted>> {
  const begun = due.filter(({ phase }) => phase === 'begins');
  const ended = due.filter(({ phase }) => phase === 'ends');
  const contested = await inContest(trx, companyId, idsOf(begun));
  const lasting = begun.filter(({ aboutId }) => contested.has(aboutId));
  const passed = new Set(begun.filter(({ aboutId }) => !contested.has(aboutId)));
  if (lasting.length + ended.length === 0) return passed;
  const since = new Date(ctx.clock().getTime() - MANY_MS);
  const earlier: store.AnnouncedLosses =
    lasting.length === 0
      ? { losses: [], all: 0 }
      : await store.announcedLosses(trx, companyId, since, AT_ONCE);
  const isMany = lasting.length > 0 && lasting.length + earlier.all >= manyLost;
  const lost = isMany ? [...lasting, ...earlier.losses] : lasting;
  const first = Math.min(...lost.map((one) => one.since.getTime()));
  const listings = await store.alertedListings(trx, companyId, idsOf([...lost, ...ended]));
  const moved = (some: readonly Pick<store.Noted, 'aboutId'>[]) =>
    some.flatMap(({ aboutId: listingId }) => {
      const title = listings.get(listingId)?.title;
      return title === undefined ? [] : [{ listingId, title }];
    });
  await ctx.jobs.emit(trx, BUYBOX_MOVED, {
    companyId,
    lost: moved(lost),
    manySince: isMany ? new Date(first).toISOString() : null,
    won: moved(ended),
    wonListingIds: idsOf(ended),
  });
  return passed;
}

async function announceOthers(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  due: readonly store.Noted[],
): Promise<void> {
  if (due.length === 0) return;
  const polling = due.filter(({ kind }) => kind === 'polling');
  const ofListings = due.filter(({ kind }) => kind !== 'polling');
  const [listings, names] = await Promise.all([
    store.alertedListings(trx, companyId, idsOf(ofListings)),
    store.activeAccountNames(trx, companyId, idsOf(polling)),
  ]);
  const alerts = due.flatMap((noted): Alert[] => {
    if (noted.phase === 'ends') return [];
    const alert = toAlert(noted, listings.get(noted.aboutId), names.get(noted.aboutId));
    return alert === null ? [] : [alert];
  });
  const pollingAccountIds = idsOf(polling.filter(({ phase }) => phase === 'ends'));
  if (alerts.length + pollingAccountIds.length > 0)
    await ctx.jobs.emit(trx, ALERTED, { companyId, alerts, pollingAccountIds });
}
