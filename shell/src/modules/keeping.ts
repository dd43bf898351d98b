/** As many modules may be hidden at once: whoever goes to and fro goes between few. */
const MOST = 3;
/** How long one may be hidden, in ms: shorter than what was read is kept in its cache. */
const LONGEST_MS = 4 * 60_000;

/** Knows which modules are hidden, and bounds how many and how long. */
export interface Keeping {
  hid(name: string): void;
  /** It is shown, or gone. */
  forget(name: string): void;
  names(): string[];
}

/** @param letGo hears of a module that is one too many, or has been hidden for too long */
export function createKeeping(letGo: (name: string) => void): Keeping {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const forget = (name: string) => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };
  const end = (name: string) => {
    forget(name);
    letGo(name);
  };
  return {
    hid(name) {
      forget(name);
      timers.set(
        name,
        setTimeout(() => end(name), LONGEST_MS),
      );
      const [longest] = timers.keys();
      if (timers.size > MOST && longest !== undefined) end(longest);
    },
    forget,
    names: () => [...timers.keys()],
  };
}
