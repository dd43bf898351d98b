// The points of the walk at which a process is killed, in the order in which a price passes them.

export const POINTS = [
  /** An API has a notification in its hands, and nothing is written. */
  'notification-received',
  /** The poll that a notification asks for is committed; the notification is not acknowledged, and nothing is polled. */
  'notification-written',
  /** The market was polled, and its snapshot is not committed. */
  'snapshot-open',
  /** The rule has answered, and its price update is not committed. */
  'decision-open',
  /** The price update is committed, and nobody has taken it up. */
  'update-written',
  /** The call is recorded, and has not left. */
  'call-recorded',
  /** The marketplace has answered, and nothing of it is written. */
  'call-answered',
  /** The end of the call is committed; its job is not done, and nobody was told. */
  'call-settled',
] as const;
export type Point = (typeof POINTS)[number];

/** Which of the processes comes by. */
export const roleAt = (point: Point): 'api' | 'worker' =>
  point === 'notification-received' || point === 'notification-written' ? 'api' : 'worker';

/** `call-late`: nobody dies, but the call reaches the marketplace long after it counted as dead. */
export type Trap = Point | 'call-late';

/** Three times as long as a call may take. */
export const LATE_MS = 30_000;

/** The setting that names the folder of the traps: a file with a trap's name catches the first process that comes by. */
export const TRAPS = 'RELIABILITY_TRAPS';
