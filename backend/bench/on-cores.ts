// Spreads the tasks of a bench over the cores of the machine.
import { Worker } from 'node:worker_threads';

/**
 * Gives each task to a worker that is free, in their order; each worker answers one message with one result.
 * @returns the results in the order in which they came
 */
export async function onCores<Task, Result>(
  worker: URL,
  tasks: readonly Task[],
  cores: number,
): Promise<Result[]> {
  const left = [...tasks];
  const results: Result[] = [];
  const work = () =>
    new Promise<void>((done, fail) => {
      const one = new Worker(worker);
      const next = () => {
        const task = left.shift();
        if (task === undefined) void one.terminate().then(() => done(), fail);
        else one.postMessage(task);
      };
      one.on('message', (result: Result) => {
        results.push(result);
        next();
      });
      one.on('error', fail);
      next();
    });
  await Promise.all(Array.from({ length: Math.min(cores, tasks.length) }, work));
  return results;
}
