import * as z from 'zod';

export type Density = 'compact' | 'regular';

export const LEAST_WIDTH = 60;
export const MOST_WIDTH = 800;

const names = z.array(z.string().max(64)).max(100).nullable().catch(null);

const Preferences = z.object({
  /** Hidden columns; null: the page's default. */
  hidden: names,
  /** Columns in the person's order; others follow at the page's places. Null: the page's order. */
  order: names,
  /** Columns beside the first that stay in sight while the others scroll. */
  pinned: z.array(z.string().max(64)).max(20).catch([]),
  /** In px, where the person has set them. */
  widths: z.record(z.string(), z.number().min(LEAST_WIDTH).max(MOST_WIDTH)).catch({}),
  /** Filters in the toolbar; null: the page's default. */
  filters: names,
  density: z.enum(['compact', 'regular']).catch('compact'),
});

/** The appearance of a list for a person; kept in the browser for each list, and on the server as the person's default. */
export type ListPreferences = z.infer<typeof Preferences>;

const DEFAULTS: ListPreferences = Preferences.parse({});
const PREFIX = 'primazia.list.';
const keyOf = (id: string) => `${PREFIX}${id}`;

/** Parses stored preferences as far as they are valid; null: nothing of them is. */
export function toPreferences(stored: unknown): ListPreferences | null {
  const read = Preferences.safeParse(stored);
  return read.success ? read.data : null;
}

/** Reads the preferences of this browser; null: none are stored yet. */
export function readPreferences(storage: Storage, id: string): ListPreferences | null {
  try {
    return toPreferences(JSON.parse(storage.getItem(keyOf(id)) ?? 'null'));
  } catch {
    return null;
  }
}

export const keepPreferences = (storage: Storage, id: string, stored: ListPreferences): void =>
  storage.setItem(keyOf(id), JSON.stringify(stored));

export const forgetPreferences = (storage: Storage, id: string): void =>
  storage.removeItem(keyOf(id));

/** Deletes the preferences of all lists in this browser; those on the server stay. */
export function forgetAllPreferences(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(PREFIX)) storage.removeItem(key);
}

/** The preferences in force: the person's choice here, else the person's default, else the page's own. */
export const preferencesOf = (
  here: ListPreferences | null,
  stored: ListPreferences | null,
): ListPreferences => here ?? stored ?? DEFAULTS;

interface Orderable {
  id: string;
  hidden?: boolean;
}

/**
 * All columns in the person's order: the first one first, and a column that was added to the page since then behind the
 * one that it follows there.
 */
export function completeOrder(
  columns: readonly Orderable[],
  order: ListPreferences['order'],
): string[] {
  const [first, ...others] = columns.map(({ id }) => id);
  if (first === undefined) return [];
  const ids = (order ?? []).filter((id) => others.includes(id));
  others.forEach((id, place) => {
    if (ids.includes(id)) return;
    const before = others[place - 1];
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id);
  });
  return [first, ...ids];
}

/** The hidden columns: the person's, and the page's among those that the person has never seen. */
export const hiddenOf = (
  columns: readonly Orderable[],
  { hidden }: Pick<ListPreferences, 'hidden'>,
): readonly string[] => hidden ?? columns.filter((column) => column.hidden).map(({ id }) => id);

/** An order with one name a step earlier (-1) or later (1). */
export function moved(order: readonly string[], id: string, step: -1 | 1): string[] {
  const from = order.indexOf(id);
  const to = from + step;
  if (from === -1 || to < 0 || to >= order.length) return [...order];
  const next = order.filter((one) => one !== id);
  next.splice(to, 0, id);
  return next;
}

/** An order with one name in the place of another. */
export function placed(order: readonly string[], id: string, at: string): string[] {
  const to = order.indexOf(at);
  if (to === -1 || !order.includes(id)) return [...order];
  const next = order.filter((one) => one !== id);
  next.splice(to, 0, id);
  return next;
}

export const clampWidth = (width: number): number =>
  Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)));
