import type { Keep } from '@primazia/kit';
import { createKeeping } from './keeping.ts';

/** What is drawn of each module, to be seen or hidden. */
export interface Drawn {
  /** Whether a module is drawn. */
  isKept(name: string): boolean;
  /** The module is drawn from now on, by `keep` where it can be kept. */
  take(name: string, keep: Keep | undefined): void;
  /** It is hidden now, and for how long it stays is bounded. */
  hid(name: string): void;
  /** Takes away what is drawn of a module. */
  letGo(name: string): Promise<void>;
  /** Takes away what is hidden. */
  letGoHidden(): Promise<void>;
  letGoAll(): Promise<void>;
}

/** @param gone hears of a module of which nothing is drawn any more */
export function createDrawn(gone: (name: string) => void): Drawn {
  const keeps = new Map<string, Keep>();
  const keeping = createKeeping((name) => void letGo(name));

  async function letGo(name: string): Promise<void> {
    keeping.forget(name);
    const keep = keeps.get(name);
    keeps.delete(name);
    if (keep?.isKept()) gone(name);
    await keep?.end();
  }
  const letGoEach = async (names: Iterable<string>) => {
    await Promise.all([...names].map(letGo));
  };

  return {
    isKept: (name) => keeps.get(name)?.isKept() ?? false,
    take(name, keep) {
      keeping.forget(name);
      if (keep !== undefined) keeps.set(name, keep);
    },
    hid: keeping.hid,
    letGo,
    letGoHidden: () => letGoEach(keeping.names()),
    letGoAll: () => letGoEach(keeps.keys()),
  };
}
