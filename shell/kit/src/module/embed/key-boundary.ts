const TYPED_IN = 'input, textarea, select, [contenteditable="true"]';
/** Keys that move the focus out of a text, and keys that browser and host use in texts too. */
const PASSES = /^(Tab|Escape|F\d{1,2}|Shift|Control|Alt|Meta)$/;

/** Whether the host must not get a key: a component has used it, or a person is typing text. */
function isOurs(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return false;
  if (event.defaultPrevented) return true;
  if (event.ctrlKey || event.metaKey || event.altKey || PASSES.test(event.key)) return false;
  const [target] = event.composedPath();
  return target instanceof Element && target.closest(TYPED_IN) !== null;
}

/**
 * Keeps what is typed in an element from the host's keyboard shortcuts: outside the shadow root, the target of all keys
 * is the element itself, so that the host takes an 'n' in a search for its shortcut.
 * @returns stops it
 */
export function keepKeys(root: ShadowRoot): () => void {
  const stop = (event: Event) => {
    if (isOurs(event)) event.stopPropagation();
  };
  const kinds = ['keydown', 'keypress', 'keyup'];
  // On the element itself: all listeners within the root, those of page keys too, have run.
  const { host } = root;
  for (const kind of kinds) host.addEventListener(kind, stop);
  return () => {
    for (const kind of kinds) host.removeEventListener(kind, stop);
  };
}
