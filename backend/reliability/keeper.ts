// Keeps the processes of a plant running, as a supervisor does.
import type { createStops } from '../start/stops.ts';
import { type Process, startProcess } from '../testing/processes.ts';
import { until } from './wait.ts';

/** Nothing is measured by it: a machine that has much else to do takes its time. */
const READY_MS = 180_000;
const STOP_SECONDS = 20;
const RESTART_MS = 200;
/** Length of the last output that is kept of a dead process, in characters. */
const REPORTED = 1_000;

export type Stops = ReturnType<typeof createStops>;

/** A process that ended, with its last output. */
export interface Death {
  role: Process['role'];
  status: Deno.CommandStatus;
  said: string;
}

export interface Keeper {
  processes(): readonly Process[];
  deaths: Death[];
  whole(): Promise<void>;
}

/** The folder of a process, and its settings in addition to the common ones. */
export interface Place {
  role: Process['role'];
  port: number;
  env: Record<string, string>;
}

/** Runs processes, and restarts those that end. */
export function keep(
  root: string,
  places: readonly Place[],
  env: Record<string, string>,
  file: string,
  stops: Stops,
): Keeper {
  const running = new Map<number, Process>();
  const deaths: Keeper['deaths'] = [];
  const ready = new Set<Process>();
  let isStopping = false;
  let fault: unknown = null;
  const begin = (place: Place) => {
    const { role, port } = place;
    const { process, ready: isReady } = startProcess(root, {
      role,
      port,
      env: { ...env, ...place.env },
      file,
    });
    running.set(port, process);
    isReady.then(
      () => ready.add(process),
      (error) => {
        // Killed before it was ready is no fault.
        void process.ended.then(({ signal }) => {
          if (signal === null) fault ??= error;
        });
      },
    );
    void process.ended.then((status) => {
      ready.delete(process);
      running.delete(port);
      if (isStopping) return;
      deaths.push({ role, status, said: process.said().slice(-REPORTED) });
      setTimeout(() => isStopping || fault !== null || begin(place), RESTART_MS);
    });
  };
  for (const place of places) begin(place);
  stops.add(
    'processes',
    async () => {
      isStopping = true;
      await Promise.all([...running.values()].map((process) => process.stop()));
    },
    STOP_SECONDS,
  );
  return {
    processes: () => [...running.values()],
    deaths,
    whole: () =>
      until('all processes run', READY_MS, () => {
        if (fault !== null) throw fault;
        return ready.size === places.length;
      }),
  };
}
