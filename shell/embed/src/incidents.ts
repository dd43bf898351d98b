import type { RemoteIncident } from '@primazia/kit/remote';

const LONGEST_MESSAGE = 500;

/** A token of one of the elements on the page: any person there may tell that a module failed. */
function tokenOf(module: string): string | null {
  const elements = document.querySelectorAll('[token]');
  const named = [...elements].find(
    ({ localName }) => localName === module.replace(/^mfe-/, 'primazia-'),
  );
  return named?.getAttribute('token') ?? null;
}

/** Tells the server of modules that did not load, as far as anybody is signed in; the console hears of them anyway. */
export const createIncidents =
  (baseUrl: string) =>
  (incident: RemoteIncident): void => {
    const token = tokenOf(incident.module);
    if (token === null) return;
    const message = incident.message.slice(0, LONGEST_MESSAGE);
    fetch(`${baseUrl}/api/v1/incidents`, {
      method: 'POST',
      credentials: 'omit',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...incident, message, page: location.pathname }),
    }).catch((error: unknown) => console.warn('Primazia: not reported.', error));
  };
