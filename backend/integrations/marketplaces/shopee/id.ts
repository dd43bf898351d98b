/** The number by which the API names the marketplace. */
export const SHOPEE = 4;
