/** Below it a dialog with margins leaves no room for a form. */
const NARROW = '(width < 700px)';

/** The kind of dialog for choosing among many, for the width of the screen. */
export const pickerType = (): 'fullscreenTakeover' | 'modal' =>
  window.matchMedia(NARROW).matches ? 'fullscreenTakeover' : 'modal';

/** The kind of dialog for a form, for the width of the screen. */
export const panelType = (): 'fullscreenTakeover' | 'fullscreen' =>
  window.matchMedia(NARROW).matches ? 'fullscreenTakeover' : 'fullscreen';
