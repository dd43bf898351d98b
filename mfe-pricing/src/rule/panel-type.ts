/** Below it a dialog with margins leaves no room for a form. */
const NARROW = '(width < 700px)';

/** The kind of dialog in which one chooses among many on the screen at hand. */
export const pickerType = (): 'fullscreenTakeover' | 'modal' =>
  window.matchMedia(NARROW).matches ? 'fullscreenTakeover' : 'modal';

/** The kind of dialog that a form fills on the screen at hand. */
export const panelType = (): 'fullscreenTakeover' | 'fullscreen' =>
  window.matchMedia(NARROW).matches ? 'fullscreenTakeover' : 'fullscreen';
