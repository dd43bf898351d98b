/** Where a person sees and changes what it signs in with. */
export const WAYS = '/ways-to-sign-in';

/** Where a provider of identities sends people back to, and where a window begins that goes there. */
export const providerPath = (provider: string) => `/login/with/${provider}`;
