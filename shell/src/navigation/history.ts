import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';

/** single-spa marks the popstate events that it dispatches. */
const isEcho = (event: Event) => 'singleSpa' in event;

/**
 * The one browser history of the page; the modules get views of it.
 *
 * single-spa dispatches a popstate after each pushState. Handled as Back or Forward, it would ask the guards of unsaved
 * forms a second time, and a refusal would reload the page: so it is ignored here. To be created before single-spa
 * starts, which otherwise delays real popstate events until modules have changed.
 */
export function createShellHistory(): RouterHistory {
  const listeners = new Map<EventListener, EventListener>();
  return createBrowserHistory({
    window: {
      document,
      history: window.history,
      location: window.location,
      addEventListener(type: string, listener: EventListener, options?: AddEventListenerOptions) {
        const real: EventListener = (event) => {
          if (!isEcho(event)) listener(event);
        };
        listeners.set(listener, real);
        window.addEventListener(type, real, options);
      },
      removeEventListener(type: string, listener: EventListener, options?: EventListenerOptions) {
        window.removeEventListener(type, listeners.get(listener) ?? listener, options);
      },
    },
  });
}
