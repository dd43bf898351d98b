/** The number by which the API names the marketplace. */
export const MAGALU = 3;
