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
      if (navigator.onLine) throw error;
      await networkBack();
    }
  }
}
