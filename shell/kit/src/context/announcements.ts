/** What a module tells the page that it is embedded in; there each becomes an event `primazia:<name>`. */
export interface Announcements {
  /** Price updates that waited were approved: they are on their way to the marketplace. */
  'price-approved': { updateIds: number[] };
  /** Price updates that waited were cancelled. */
  'price-cancelled': { updateIds: number[] };
  /** An undo of price updates was requested. */
  'price-undone': { updateIds: number[] };
  /** A rule was made or changed. */
  'rule-saved': { ruleId: number };
  /** A bulk action has begun. */
  'bulk-started': { bulkId: number };
}
