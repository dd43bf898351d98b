/** The number by which the API names the marketplace. */
export const MERCADO_LIVRE = 2;
