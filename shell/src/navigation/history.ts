import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';

/** single-spa marks the popstates that it makes itself. */
const isEcho = (event: Event) => 'singleSpa' in event;

/**
 * The one browser history of the page; the modules get views of it.
 *
 * single-spa echoes each pushState as a popstate of its own. Heard as a step back or forth, the echo would ask
 * the guards of unsaved forms a second time, and refusing would reload the page: so it is not heard here.
 * Made before single-spa starts, or single-spa would hold real popstates back until modules have changed.
 */
export function createShellHistory(): RouterHistory {
  const heard = new Map<EventListener, EventListener>();
  return createBrowserHistory({
    window: {
      document,
      history: window.history,
      location: window.location,
      addEventListener(type: string, listener: EventListener, options?: AddEventListenerOptions) {
        const real: EventListener = (event) => {
          if (!isEcho(event)) listener(event);
        };
        heard.set(listener, real);
        window.addEventListener(type, real, options);
      },
      removeEventListener(type: string, listener: EventListener, options?: EventListenerOptions) {
        window.removeEventListener(type, heard.get(listener) ?? listener, options);
      },
    },
  });
}
