/** What a module tells the page that it is embedded in; there each becomes an event `primazia:<name>`. */
export interface Announcements {
  /** Price updates that waited were approved: they are on their way to the marketplace. */
  'price-approved': { updateIds: number[] };
  /** Price updates that waited were turned down. */
  'price-cancelled': { updateIds: number[] };
  /** Prices of before were asked for again. */
  'price-undone': { updateIds: number[] };
  /** A rule was made or changed. */
  'rule-saved': { ruleId: number };
  /** Something that changes many listings at once has begun. */
  'bulk-started': { bulkId: number };
}
