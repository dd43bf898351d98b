// Buyers as marketplaces show them to sellers: invented names and addresses that belong to a number.
import { numberOf } from './dice.ts';
import type { Country } from './types.ts';

const FIRST = [
  'Ana',
  'Bruno',
  'Carla',
  'Diego',
  'Elisa',
  'Fábio',
  'Gabriela',
  'Heitor',
  'Iara',
  'João',
];
const LAST = [
  'Almeida',
  'Barros',
  'Cardoso',
  'Duarte',
  'Esteves',
  'Freitas',
  'Gomes',
  'Lopes',
  'Moraes',
  'Nunes',
];

/** City, state, first digits of its postal codes. */
const CITIES = [
  ['São Paulo', 'SP', '013'],
  ['Campinas', 'SP', '130'],
  ['Rio de Janeiro', 'RJ', '220'],
  ['Belo Horizonte', 'MG', '301'],
  ['Curitiba', 'PR', '800'],
  ['Porto Alegre', 'RS', '900'],
  ['Salvador', 'BA', '401'],
  ['Recife', 'PE', '500'],
  ['Fortaleza', 'CE', '601'],
  ['Goiânia', 'GO', '740'],
  ['Florianópolis', 'SC', '880'],
  ['Brasília', 'DF', '700'],
] as const;

export interface Buyer {
  nickname: string;
  firstName: string;
  lastName: string;
  city: string;
  /** Its letters; two in Brazil. */
  state: string;
  /** In Brazil eight digits. */
  postalCode: string;
}

/** And elsewhere: city, state, postal code. */
const ABROAD: Record<Exclude<Country, 'BR'>, readonly (readonly [string, string, string])[]> = {
  US: [
    ['New York', 'NY', '10001'],
    ['Austin', 'TX', '78701'],
  ],
  MX: [
    ['Ciudad de México', 'CMX', '06000'],
    ['Guadalajara', 'JAL', '44100'],
  ],
  CA: [
    ['Toronto', 'ON', 'M5V 2T6'],
    ['Vancouver', 'BC', 'V6B 1A1'],
  ],
};

const pick = <T>(list: readonly T[], text: string): T => list[numberOf(text) % list.length] as T;

/** The buyer who has a number; always the same. */
export function buyerOf(id: number, country: Country = 'BR'): Buyer {
  const [firstName, lastName] = [pick(FIRST, `first/${id}`), pick(LAST, `last/${id}`)];
  const names = { nickname: `COMPRADOR${id}`, firstName, lastName };
  if (country !== 'BR') {
    const [city, state, postalCode] = pick(ABROAD[country], `city/${id}`);
    return { ...names, city, state, postalCode };
  }
  const [city, state, area] = pick(CITIES, `city/${id}`);
  return {
    ...names,
    city,
    state,
    postalCode: area + String(numberOf(`street/${id}`) % 100_000).padStart(5, '0'),
  };
}
