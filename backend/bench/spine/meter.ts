// The CPU time of each process of the bench: on a shared machine it is more reliable than wall-clock time.

/** Milliseconds of CPU time. */
export interface Usage {
  app: number;
  sandbox: number;
  postgres: number;
  /** The bench itself, which sends and counts. */
  driver: number;
}

export interface Pids {
  app: number;
  sandbox: number;
  /** The server; what it does for its clients is done by its children. */
  postgres: number;
}

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own clock is. */
const TICK_MS = 10;

interface Stat {
  parent: number;
  ownMs: number;
  /** Of children that have ended. */
  goneMs: number;
}

async function statOf(pid: number): Promise<Stat | null> {
  try {
    const text = await Deno.readTextFile(`/proc/${pid}/stat`);
    // The name in brackets may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const field = (n: number) => Number(fields[n - 3]);
    return {
      parent: field(4),
      ownMs: (field(14) + field(15)) * TICK_MS,
      goneMs: (field(16) + field(17)) * TICK_MS,
    };
  } catch (error) {
    // The process has ended, or the system has no such files.
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function withChildren(pid: number): Promise<number> {
  const server = await statOf(pid);
  let total = (server?.ownMs ?? 0) + (server?.goneMs ?? 0);
  for await (const { name } of Deno.readDir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await statOf(Number(name));
    if (stat?.parent === pid) total += stat.ownMs;
  }
  return total;
}

/** CPU time used so far; null if the system does not report it. */
export async function usageOf(pids: Pids): Promise<Usage | null> {
  if (Deno.build.os !== 'linux') return null;
  const own = async (pid: number) => (await statOf(pid))?.ownMs ?? 0;
  return {
    app: await own(pids.app),
    sandbox: await own(pids.sandbox),
    postgres: await withChildren(pids.postgres),
    driver: await own(Deno.pid),
  };
}

/** What `after` has more than `before`. */
export const usedBetween = (before: Usage | null, after: Usage | null): Usage | null =>
  before === null || after === null
    ? null
    : {
        app: after.app - before.app,
        sandbox: after.sandbox - before.sandbox,
        postgres: after.postgres - before.postgres,
        driver: after.driver - before.driver,
      };

/** All of several; null where one of them is not known. */
export const together = (usages: readonly (Usage | null)[]): Usage | null =>
  usages.reduce<Usage | null>(
    (sum, one) =>
      sum === null || one === null
        ? null
        : {
            app: sum.app + one.app,
            sandbox: sum.sandbox + one.sandbox,
            postgres: sum.postgres + one.postgres,
            driver: sum.driver + one.driver,
          },
    { app: 0, sandbox: 0, postgres: 0, driver: 0 },
  );
