/** What React Aria takes for something that is above all dialogs, as messages do, and never hides. */
const ABOVE_ALL = 'data-react-aria-top-layer';

/**
 * Has React Aria spare overlays that open out of others. A dialog hides what comes up beside it, and hands that over to
 * the next dialog where this one is inside of it; but in a shadow root it forgets to, and a list of choices in a dialog
 * would be hidden from the moment it opens. It asks for the mark when the overlay is added, after us.
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
  /** Above what the host has opened meanwhile; where an overlay is open already it stays. */
  raise: () => HTMLElement;
  remove: () => void;
}

/**
 * Makes the place of an element's overlays. It lies in the browser's top layer: no `overflow`, `transform` or `z-index`
 * of the host clips, moves or covers what is in it.
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
