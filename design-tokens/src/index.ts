import tokens from '../tokens.json' with { type: 'json' };

export { tokens };

/** The colours that a scheme names, and each as `#rrggbb`: for what cannot read CSS variables, a canvas say. */
export type ColorName = keyof typeof tokens.color.light;
type Scheme = 'light' | 'dark';

export const colorOf = (name: ColorName, scheme: Scheme): string =>
  tokens.color[scheme][name].$value.hex;
