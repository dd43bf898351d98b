// Messages between the windows of a browser about temporary sessions. They are never stored.
import { type Session, signOut } from './session.ts';
import { sessionOf } from './token.ts';

const CHANNEL = 'primazia.windows';

/** The result of signing in again, for the window whose session continues with it. */
type RenewedSession = Omit<Session, 'temporary' | 'locale' | 'localeChosen' | 'expired'>;

type WindowMessage =
  /** A window was opened with this session in its storage; does it belong to another one? */
  | { kind: 'whose'; session: string; from: string }
  | { kind: 'mine'; to: string }
  | { kind: 'back'; session: string; handed: RenewedSession };

const idOf = ({ temporary, token }: Session): string | null =>
  temporary && token !== null ? sessionOf(token) : null;

const post = (channel: Pick<BroadcastChannel, 'postMessage'>, message: WindowMessage) =>
  channel.postMessage(message);

/**
 * Keeps a temporary session to one window. Browsers copy a window's storage into a duplicate of it: the duplicate finds
 * out whose the session is, and discards it.
 * @param isAside whether this window was opened to sign in again for another: it needs to know as whom
 */
export function keepToOneWindow(session: Session, isAside: () => boolean): void {
  const channel = new BroadcastChannel(CHANNEL);
  // Not `crypto.randomUUID`, which plain http does not have.
  const name = crypto.getRandomValues(new Uint32Array(4)).join('-');
  channel.addEventListener('message', ({ data }: MessageEvent<WindowMessage>) => {
    const id = idOf(session);
    if (data.kind === 'mine') {
      if (data.to === name && !isAside()) signOut(session);
    } else if (id !== null && data.session === id && !isAside()) {
      if (data.kind === 'whose') post(channel, { kind: 'mine', to: data.from });
      else if (session.expired) Object.assign(session, data.handed, { expired: false });
    }
  });
  const id = idOf(session);
  if (id !== null && !isAside()) post(channel, { kind: 'whose', session: id, from: name });
}

/**
 * Passes the result of signing in again to the window that waits for it.
 * @param waiting the temporary session of that window
 */
export function returnSession(waiting: Session, renewed: Session): void {
  const id = idOf(waiting);
  if (id === null) return;
  const { token, refreshToken, name, email, companyId, companyName, mustChangePassword } = renewed;
  const handed = { token, refreshToken, name, email, companyId, companyName, mustChangePassword };
  const channel = new BroadcastChannel(CHANNEL);
  post(channel, { kind: 'back', session: id, handed });
  channel.close();
}
