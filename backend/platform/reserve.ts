import type postgres from 'postgres';

/** The used part of the driver's connection, which its types do not declare. */
interface Wire {
  /** Called, once, when the connection is lost. */
  onclose: ((reason: Error) => void) | null;
}

/** A statement of the driver: a promise that can be settled from outside. */
interface Statement extends Promise<unknown> {
  reject(reason: unknown): void;
}

interface Reserved {
  unsafe(text: string, parameters?: unknown[], options?: Record<string, unknown>): Statement;
  release(): void;
}

/** The driver's answer to a rollback: no rows. */
const rolledBack = () => Object.assign([], { command: 'ROLLBACK', count: 0 });

/** If the driver has a free connection, a reservation is granted as soon as that is open; otherwise it was lost. */
const FORGOTTEN_AFTER_MS = 3_000;
const REQUESTS = 10;

const noConnection = () =>
  Object.assign(new Error('No connection to the database could be reserved'), {
    code: 'CONNECT_TIMEOUT',
  });

/** Admits a number of callers at once; the others wait in a queue. */
function createGate(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  return {
    async enter(): Promise<void> {
      if (free > 0) free -= 1;
      else await new Promise<void>((wake) => waiting.push(wake));
    },
    leave(): void {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}

/** Requests a connection of the driver once; null if it takes so long that the request must be lost. */
async function request(pool: postgres.Sql): Promise<postgres.ReservedSql | null> {
  const reserved = pool.reserve();
  const late = Promise.withResolvers<null>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    late.resolve(null);
  }, FORGOTTEN_AFTER_MS);
  reserved.then(
    (granted) => isLate && granted.release(),
    // The caller already has an error; it has to request again.
    () => undefined,
  );
  try {
    return await Promise.race([reserved, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes the loss of reserved connections safe, as after a restart of the server. postgres.js 3.4 keeps writing to a closed
 * reserved connection, which throws an uncatchable error and ends the process; a lost connection that is released is
 * reserved again; and the first to reserve it after the reconnect gets the previous error. Statements that it queues while
 * one before them is described are never answered. Here a statement on a lost connection is refused with the cause of the
 * loss, also one issued before the loss, a rollback succeeds (the server did it), and a reservation is retried once.
 *
 * If a connection is lost while requests wait for one, the driver removes a request from its queue and loses it. So requests
 * wait in a queue here, and the driver gets only as many as it has connections, and again if it does not answer.
 * @param isLoss whether an error says that the connection is lost
 */
export function guardReserve(
  pool: postgres.Sql,
  isLoss: (error: unknown) => boolean,
): postgres.Sql {
  const gate = createGate(pool.options.max);
  const ask = async () => {
    let losses = 0;
    for (let n = 0; n < REQUESTS; n++) {
      try {
        const granted = await request(pool);
        if (granted !== null) return granted;
      } catch (error) {
        losses += 1;
        if (!isLoss(error) || losses > 1) throw error;
      }
    }
    throw noConnection();
  };
  const reserve = async () => {
    await gate.enter();
    try {
      return guard(await ask(), isLoss, gate.leave);
    } catch (error) {
      gate.leave();
      throw error;
    }
  };
  return new Proxy(pool, {
    get: (target, name) => (name === 'reserve' ? reserve : Reflect.get(target, name)),
  });
}

function guard(
  reserved: postgres.ReservedSql,
  isLoss: (error: unknown) => boolean,
  leave: () => void,
): postgres.ReservedSql {
  const raw = reserved as unknown as Reserved;
  let lost: { reason: unknown } | null = null;
  let wire: Wire | null = null;
  const waiting = new Set<Statement>();
  const lose = (reason: unknown) => {
    lost ??= { reason };
    for (const statement of waiting) statement.reject(lost.reason);
  };
  const onexecute = (executing: Wire) => {
    wire = executing;
    wire.onclose = lose;
    return true;
  };

  const rollback = async () => {
    if (lost) return rolledBack();
    try {
      return await raw.unsafe('rollback');
    } catch (error) {
      if (!isLoss(error)) throw error;
      lose(error);
      return rolledBack();
    }
  };
  const unsafe = (
    text: string,
    parameters?: unknown[],
    options?: Record<string, unknown>,
  ): Promise<unknown> => {
    if (text === 'rollback') return rollback();
    if (lost) return Promise.reject(lost.reason);
    const statement = raw.unsafe(text, parameters, { ...options, onexecute });
    waiting.add(statement);
    statement.then(
      () => waiting.delete(statement),
      (error) => {
        waiting.delete(statement);
        if (isLoss(error)) lose(error);
      },
    );
    return statement;
  };
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    if (wire) wire.onclose = null;
    if (!lost) raw.release();
    leave();
  };
  return new Proxy(reserved, {
    get(target, name) {
      if (name === 'unsafe') return unsafe;
      if (name === 'release') return release;
      return Reflect.get(target, name);
    },
  });
}
