/** React Aria takes elements with it as above all dialogs, like toasts, and never hides them. */
const ABOVE_ALL = 'data-react-aria-top-layer';

/**
 * Keeps React Aria from hiding nested overlays. A dialog hides what is added beside it, except overlays that open from
 * it; in a shadow root that exception fails, and a list of choices in a dialog would be hidden as soon as it opens.
 * React Aria checks the mark when the overlay is added, after this observer.
 */
const spareNested = (changes: readonly MutationRecord[]) => {
  const added = changes
    .flatMap(({ addedNodes }) => [...addedNodes])
    .filter((node) => node instanceof HTMLElement);
  for (const overlay of added) overlay.setAttribute(ABOVE_ALL, '');
  queueMicrotask(() => {
    for (const overlay of added) overlay.removeAttribute(ABOVE_ALL);
  });
};

export interface Overlays {
  element: HTMLElement;
  /** Raises the container above what the host has opened meanwhile; it stays where an overlay is open already. */
  raise: () => HTMLElement;
  remove: () => void;
}

/**
 * Makes the container of an element's overlays. It is in the browser's top layer: no `overflow`, `transform` or
 * `z-index` of the host clips, moves or covers what is in it.
 */
export function makeOverlays(): Overlays {
  const element = document.createElement('div');
  element.className = 'pz-stage pz-overlays';
  element.popover = 'manual';
  const nested = new MutationObserver(spareNested);
  nested.observe(element, { childList: true });
  return {
    element,
    raise: () => {
      if (element.isConnected && element.childElementCount === 0) {
        element.hidePopover();
        element.showPopover();
      }
      return element;
    },
    remove: () => {
      nested.disconnect();
      element.remove();
    },
  };
}
