// What the state of a listing allows its ads to do: buybox and stock. Pure.

/** Hours without the buybox, at the minimum price, after which bids stay as they are, and after which pausing is proposed. */
export const FREEZE_AFTER_HOURS = 24;
export const PAUSE_AFTER_HOURS = 72;
/** Hours with the buybox again until bids move. */
export const RESUME_AFTER_HOURS = 6;
/** Days of stock below which no bid rises, and below which pausing is proposed. */
export const LOW_COVER_DAYS = 7;
export const ENDING_COVER_DAYS = 2;

export interface ListingState {
  /** Null: not known, or the listing has none. */
  buybox: {
    isHeld: boolean;
    /** For how long that is so. */
    sinceHours: number;
    /** The price is at its minimum: repricing cannot win it back. */
    isPriceAtMinimum: boolean;
  } | null;
  /** Whether the marketplace charges clicks also while another seller holds the buybox. */
  chargesWithoutBuybox: boolean;
  /** Null: not known. */
  isInStock: boolean | null;
  /** For how many days the stock lasts at the present pace; null: not known. */
  daysOfCover: number | null;
}

/** `pause`: propose to pause; `freeze`: the bid stays; `no_raise`: it may only fall. */
export interface Hold {
  kind: 'pause' | 'freeze' | 'no_raise';
  code: string;
  values: Readonly<Record<string, number>>;
}

function buyboxHold({ buybox, chargesWithoutBuybox }: ListingState): Hold | null {
  if (buybox === null) return null;
  const { isHeld, sinceHours, isPriceAtMinimum } = buybox;
  const values = { hours: sinceHours };
  if (isHeld) {
    return sinceHours < RESUME_AFTER_HOURS
      ? { kind: 'freeze', code: 'buybox_regained', values: { ...values, wait: RESUME_AFTER_HOURS } }
      : null;
  }
  if (
    isPriceAtMinimum &&
    sinceHours >= (chargesWithoutBuybox ? FREEZE_AFTER_HOURS : PAUSE_AFTER_HOURS)
  )
    return { kind: 'pause', code: 'buybox_out_of_reach', values };
  if (isPriceAtMinimum && sinceHours >= FREEZE_AFTER_HOURS)
    return { kind: 'freeze', code: 'buybox_lost', values };
  return { kind: 'no_raise', code: 'without_buybox', values };
}

function stockHold({ isInStock, daysOfCover }: ListingState): Hold | null {
  if (isInStock === false) return { kind: 'freeze', code: 'out_of_stock', values: {} };
  if (daysOfCover === null) return null;
  const values = { days: daysOfCover };
  if (daysOfCover < ENDING_COVER_DAYS) return { kind: 'pause', code: 'stock_ending', values };
  if (daysOfCover < LOW_COVER_DAYS) return { kind: 'no_raise', code: 'low_stock', values };
  return null;
}

const SEVERITY = { pause: 2, freeze: 1, no_raise: 0 } as const;

/** The most severe restriction of a listing's ads; null: there is none. */
export function holdOf(state: ListingState): Hold | null {
  const holds = [stockHold(state), buyboxHold(state)].filter((hold) => hold !== null);
  return holds.reduce<Hold | null>(
    (worst, hold) => (worst !== null && SEVERITY[worst.kind] >= SEVERITY[hold.kind] ? worst : hold),
    null,
  );
}
