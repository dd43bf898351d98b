/** Where a session is kept in the browser's storage. */
export const SESSION_KEY = 'primazia.session';
