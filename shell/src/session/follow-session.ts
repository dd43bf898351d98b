import type { Session } from '@primazia/kit';
import { subscribeKey } from 'valtio/utils';
import type { Modules } from '../modules/modules.ts';
import type { ShellRouter } from '../navigation/router.tsx';

/** Keeps page and modules true to the session, whoever changed it: this page, a failed renewal, another tab. */
export function followSession(
  session: Session,
  router: Pick<ShellRouter, 'invalidate' | 'history'>,
  modules: Pick<Modules, 'restart'>,
): void {
  const look = () => {
    // The login page moves on by itself, when all that signing in takes is done.
    if (router.history.location.pathname !== '/login') void router.invalidate();
  };
  let person = session.token !== null;
  subscribeKey(session, 'token', (token) => {
    if (person === (token !== null)) return;
    person = token !== null;
    look();
  });
  subscribeKey(session, 'mustChangePassword', (must) => (must ? look() : undefined));
  subscribeKey(session, 'companyId', () => {
    look();
    void modules.restart();
  });
}
