const TYPED_IN = 'input, textarea, select, [contenteditable="true"]';
/** What moves out of a text, and what the browser and the host use wherever one is. */
const PASSES = /^(Tab|Escape|F\d{1,2}|Shift|Control|Alt|Meta)$/;

/** Whether the host has no business with a key: one of our parts has used it, or a person is typing a text. */
function isOurs(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return false;
  if (event.defaultPrevented) return true;
  if (event.ctrlKey || event.metaKey || event.altKey || PASSES.test(event.key)) return false;
  const [target] = event.composedPath();
  return target instanceof Element && target.closest(TYPED_IN) !== null;
}

/**
 * Keeps what is typed in an element from the host's keyboard shortcuts: from outside of the shadow root all keys seem
 * to be typed into the element itself, so that the host takes an 'n' in a search for its shortcut.
 * @returns lets everything pass again
 */
export function keepKeys(root: ShadowRoot): () => void {
  const stop = (event: Event) => {
    if (isOurs(event)) event.stopPropagation();
  };
  const kinds = ['keydown', 'keypress', 'keyup'];
  // At the element itself: all that listens within the root, page keys too, has had its turn.
  const { host } = root;
  for (const kind of kinds) host.addEventListener(kind, stop);
  return () => {
    for (const kind of kinds) host.removeEventListener(kind, stop);
  };
}
