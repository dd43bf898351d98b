// The points of the walk at which a process is killed, in the order in which a price passes them.

export const POINTS = [
  /** An API received a notification, and nothing is written. */
  'notification-received',
  /** The poll requested by a notification is committed; the notification is not acknowledged, and nothing is polled. */
  'notification-written',
  /** The market was polled, and its snapshot is not committed. */
  'snapshot-open',
  /** The rule has answered, and its price update is not committed. */
  'decision-open',
  /** The price update is committed, and no worker has claimed it. */
  'update-written',
  /** The call is recorded, and has not left. */
  'call-recorded',
  /** The marketplace has answered, and nothing of it is written. */
  'call-answered',
  /** The outcome of the call is committed; its job is not complete, and no event was published. */
  'call-settled',
  /** An order was read, and its lines are not committed. */
  'order-open',
  /** Its lines are committed; its job is not done. */
  'order-written',
  /** Days are summed, and the sums are not committed. */
  'sums-open',
] as const;
export type Point = (typeof POINTS)[number];

/** The process that reaches the point. */
export const roleAt = (point: Point): 'api' | 'worker' =>
  point === 'notification-received' || point === 'notification-written' ? 'api' : 'worker';

/** `call-late`: no process dies, but the call reaches the marketplace long after its timeout. */
export type Trap = Point | 'call-late';

/** Three times as long as a call may take. */
export const LATE_MS = 30_000;

/** The setting with the folder of the kill points: a file with a point's name stops the first process that reaches it. */
export const TRAPS = 'RELIABILITY_TRAPS';
