/**
 * The version of the API's contract. It grows by one with each release that adds to the previous one
 * (`npm run release-contract`); a client that was built for a higher version needs what an older server does not have.
 */
export const API_VERSION = 4;

/** The header of every answer that holds it. */
export const API_VERSION_HEADER = 'x-primazia-api';
