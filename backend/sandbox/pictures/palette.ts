/** The colours of one drawing. */
export interface Palette {
  main: string;
  dark: string;
  light: string;
  /** A quiet second colour: handles, cords, screens that are off. */
  soft: string;
  /** The wall behind and the floor below. */
  wall: string;
  floor: string;
}

const paint = (
  main: string,
  dark: string,
  light: string,
): Pick<Palette, 'main' | 'dark' | 'light'> => ({
  main,
  dark,
  light,
});

const PAINTS: Record<string, Pick<Palette, 'main' | 'dark' | 'light'>> = {
  Preto: paint('#3a3d45', '#22242a', '#5d616c'),
  Branco: paint('#e9eaee', '#c3c7d1', '#ffffff'),
  Cinza: paint('#9aa0ac', '#717785', '#c2c7d0'),
  Grafite: paint('#565b67', '#383c45', '#7d8391'),
  Bege: paint('#d8c3a5', '#b59a75', '#eee0cb'),
  Azul: paint('#4c7fc0', '#2f5b94', '#86aedd'),
  Verde: paint('#5f9a76', '#3f7456', '#97c3a8'),
  Terracota: paint('#c2714f', '#96512f', '#dc9d82'),
  Rosa: paint('#d98a9d', '#b3627a', '#efb9c5'),
  Vermelho: paint('#c4504c', '#953532', '#de8481'),
  Lilás: paint('#9a86c4', '#735f9f', '#c1b3de'),
};

const ROOMS = [
  ['#f4f1ec', '#e6dfd4'],
  ['#eef3f4', '#d9e4e6'],
  ['#f3eff5', '#e3dae8'],
  ['#f1f4ed', '#dfe6d6'],
  ['#f6f0ee', '#ead9d3'],
  ['#eef1f7', '#d8dfec'],
] as const;

/** The palette of a product: its colour by name, and a room that the number chooses. */
export function paletteOf(colour: string, number: number): Palette {
  const [wall, floor] = ROOMS[number % ROOMS.length] ?? ROOMS[0];
  const { main, dark, light } = PAINTS[colour] ?? paint('#8a93a6', '#636b7d', '#b7bdca');
  return { main, dark, light, soft: '#8d8578', wall, floor };
}
