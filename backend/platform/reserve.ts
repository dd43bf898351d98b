import type postgres from 'postgres';

/** What is used of the driver's own connection, of which its types do not tell. */
interface Wire {
  /** Called, once, when the connection is lost. */
  onclose: ((reason: Error) => void) | null;
}

interface Reserved {
  unsafe(text: string, parameters?: unknown[], options?: Record<string, unknown>): Promise<unknown>;
  release(): void;
}

/** The driver's answer to a rollback: no rows. */
const rolledBack = () => Object.assign([], { command: 'ROLLBACK', count: 0 });

/**
 * Makes reserved connections safe to lose, as they are when the server restarts. postgres.js 3.4 goes on writing to a
 * reserved connection that was closed, which throws where nobody can catch it and ends the process; a lost connection
 * that is released is handed out again; and the first to reserve it after it was connected anew is told the error
 * of before. Here a statement on a lost connection is refused with what it was lost by, a rollback there is done
 * (the server did it), the driver keeps what it has put aside already, and a reservation is tried once more.
 * @param isLoss whether an error says that the connection is lost
 */
export function guardReserve(
  pool: postgres.Sql,
  isLoss: (error: unknown) => boolean,
): postgres.Sql {
  const reserve = async () => {
    try {
      return guard(await pool.reserve(), isLoss);
    } catch (error) {
      if (!isLoss(error)) throw error;
      return guard(await pool.reserve(), isLoss);
    }
  };
  return new Proxy(pool, {
    get: (target, name) => (name === 'reserve' ? reserve : Reflect.get(target, name)),
  });
}

function guard(
  reserved: postgres.ReservedSql,
  isLoss: (error: unknown) => boolean,
): postgres.ReservedSql {
  const raw = reserved as unknown as Reserved;
  let lost: { reason: unknown } | null = null;
  let wire: Wire | null = null;
  const lose = (reason: unknown) => {
    lost ??= { reason };
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
  const unsafe: Reserved['unsafe'] = (text, parameters, options) => {
    if (text === 'rollback') return rollback();
    if (lost) return Promise.reject(lost.reason);
    const query = raw.unsafe(text, parameters, { ...options, onexecute });
    query.catch((error) => {
      if (isLoss(error)) lose(error);
    });
    return query;
  };
  const release = () => {
    if (wire) wire.onclose = null;
    if (!lost) raw.release();
  };
  return new Proxy(reserved, {
    get(target, name) {
      if (name === 'unsafe') return unsafe;
      if (name === 'release') return release;
      return Reflect.get(target, name);
    },
  });
}
