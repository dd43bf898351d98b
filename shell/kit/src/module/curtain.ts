/** Hides what is drawn in an element from sight alone. */
export interface Curtain {
  /**
   * Takes it out of sight with style and layout as they are: while they are not looked at, that React hides it costs
   * nothing, nor that it shows it again.
   */
  cover(): void;
  /** Finds style and layout of each piece that is drawn behind the curtain, until it is uncovered. */
  layOut(): void;
  uncover(): void;
}

/** @param isHidden whether React hides what is drawn there */
export function makeCurtain(element: HTMLElement, isHidden: () => boolean): Curtain {
  /**
   * Has the browser find style and layout of what was drawn out of sight, as they are kept where somebody left: the
   * first step to it need not wait for them. What React hides has neither, so it is shown for as long as that takes.
   */
  const layOut = () => {
    const { firstElementChild: drawn } = element;
    if (!isHidden() || !element.isConnected || !(drawn instanceof HTMLElement)) return;
    drawn.style.removeProperty('display');
    drawn.getBoundingClientRect();
    drawn.style.setProperty('display', 'none', 'important');
  };
  // It is drawn when there is time, and piece by piece.
  const drawing = new MutationObserver(layOut);
  return {
    cover() {
      element.style.contentVisibility = 'hidden';
    },
    layOut: () => drawing.observe(element, { childList: true, subtree: true }),
    uncover() {
      drawing.disconnect();
      element.style.contentVisibility = '';
    },
  };
}
