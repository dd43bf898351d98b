type Hear = () => void;

const hearing = new Set<Hear>();

/**
 * Tells of each piece that did not come although there is a network: it may be gone for good, with the version that it
 * was part of.
 * @returns to hear no more
 */
export function onMissingPart(hear: Hear): () => void {
  hearing.add(hear);
  return () => hearing.delete(hear);
}

const networkBack = () =>
  new Promise<void>((resolve) =>
    window.addEventListener('online', () => resolve(), { once: true }),
  );

/** Without a network nothing can be fetched, and nothing is broken: it is fetched when the network is back. */
export async function fetchWhenPlugged<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) {
        for (const hear of hearing) hear();
        throw error;
      }
      await networkBack();
    }
  }
}
