// Buyers as marketplaces show them to sellers: invented names and addresses that belong to a number.
import { numberOf } from './dice.ts';

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
  /** Two letters. */
  state: string;
  /** Eight digits. */
  postalCode: string;
}

const pick = <T>(list: readonly T[], text: string): T => list[numberOf(text) % list.length] as T;

/** The buyer who has a number; always the same. */
export function buyerOf(id: number): Buyer {
  const [city, state, area] = pick(CITIES, `city/${id}`);
  const [firstName, lastName] = [pick(FIRST, `first/${id}`), pick(LAST, `last/${id}`)];
  return {
    nickname: `COMPRADOR${id}`,
    firstName,
    lastName,
    city,
    state,
    postalCode: area + String(numberOf(`street/${id}`) % 100_000).padStart(5, '0'),
  };
}
