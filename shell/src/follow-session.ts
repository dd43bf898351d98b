import type { Session } from '@primazia/kit';
import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Modules } from './modules/modules.ts';
import type { ShellRouter } from './router.tsx';

/** Keeps page and modules in line with the session, whatever changed it: this page, a failed renewal, another tab. */
export function followSession(
  session: Session,
  router: Pick<ShellRouter, 'invalidate' | 'history'>,
  modules: Pick<Modules, 'restart'>,
): void {
  const follow = () => {
    // The login page navigates itself when the sign-in is complete.
    if (router.history.location.pathname !== '/login') void router.invalidate();
  };
  let isSignedIn = session.token !== null;
  subscribeKey(session, 'token', (token) => {
    if (isSignedIn === (token !== null)) return;
    isSignedIn = token !== null;
    follow();
  });
  subscribeKey(session, 'mustChangePassword', (must) => (must ? follow() : undefined));
  let { companyId } = session;
  let person = session.email;
  subscribe(session, () => {
    // The next person must not see what one person typed or was shown, not even in the same company.
    const isAnother = session.email !== '' && session.email !== person;
    if (isAnother) person = session.email;
    if (session.companyId === companyId && !isAnother) return;
    companyId = session.companyId;
    follow();
    void modules.restart();
  });
}
