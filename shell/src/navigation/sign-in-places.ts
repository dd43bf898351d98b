/** The page where a person manages their ways to sign in. */
export const WAYS = '/ways-to-sign-in';

/** The page to which an identity provider redirects, and in which a new window for it starts. */
export const providerPath = (provider: string) => `/login/with/${provider}`;
