type Listener = () => void;

const listeners = new Set<Listener>();

/**
 * Reports each chunk that did not load although there is a network: it may have been deleted with its version.
 * @returns unsubscribes
 */
export function onMissingPart(hear: Listener): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

const networkBack = () =>
  new Promise<void>((resolve) =>
    window.addEventListener('online', () => resolve(), { once: true }),
  );

/** Offline, a failed fetch does not mean that anything is broken: it is retried when the network is back. */
export async function fetchWhenPlugged<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) {
        for (const hear of listeners) hear();
        throw error;
      }
      await networkBack();
    }
  }
}
