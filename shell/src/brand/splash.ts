/** How long the splash stays in the page after it has been drawn over, in ms. */
const STAYS = 1_000;

/**
 * Removes the splash of `index.html`, once the session is known and the page is rendered. It fades immediately and is removed a
 * second later.
 */
export function endSplash(): void {
  const splash = document.getElementById('splash');
  if (splash === null || splash.dataset.leaving !== undefined) return;
  splash.dataset.leaving = '';
  splash.ariaHidden = 'true';
  setTimeout(() => splash.remove(), STAYS);
}
