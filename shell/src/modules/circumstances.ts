import type { Session } from '@primazia/kit';
import { subscribe } from 'valtio';

/** What a module is drawn for; one that is shown follows a change by itself. */
const drawnFor = ({ locale, companyId, email, expired, token }: Session) =>
  [locale, companyId, email, expired, token === null].join();

/** Tells when what a hidden module was drawn for is no longer so: language, company, person, session or theme. */
export function watchCircumstances(session: Session, changed: () => void): void {
  let before = drawnFor(session);
  subscribe(session, () => {
    const now = drawnFor(session);
    if (now === before) return;
    before = now;
    changed();
  });
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
}
