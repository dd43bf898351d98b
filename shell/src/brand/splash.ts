/** How long the splash stays in the page after it has been drawn over, in ms. */
const STAYS = 1_000;

/**
 * Takes the splash of `index.html` away: who is here is known, and the page is shown. It fades at once, so that nobody
 * waits for it, and is gone for good a second later.
 */
export function endSplash(): void {
  const splash = document.getElementById('splash');
  if (splash === null || splash.dataset.leaving !== undefined) return;
  splash.dataset.leaving = '';
  splash.ariaHidden = 'true';
  setTimeout(() => splash.remove(), STAYS);
}
