import type { Dice } from './dice.ts';
import type { Seller } from './types.ts';

/** The sellers whose accounts the two demo companies connect. */
export const OWN_SELLERS = { HOME: 810_000_001, ELECTRONICS: 810_000_002 } as const;

const DAY = 86_400_000;
const CITIES = [
  ['São Paulo', 'BR-SP'],
  ['Campinas', 'BR-SP'],
  ['Curitiba', 'BR-PR'],
  ['Belo Horizonte', 'BR-MG'],
  ['Joinville', 'BR-SC'],
  ['Porto Alegre', 'BR-RS'],
  ['Recife', 'BR-PE'],
  ['Goiânia', 'BR-GO'],
] as const;

const HOME_COMPETITORS = [
  'CASA NOBRE UTILIDADES',
  'LAR EM DIA',
  'MEGA COZINHA BR',
  'DECORA MAIS',
  'PONTO DA MESA',
  'UTILAR ATACADO',
  'CANTINHO & CIA',
  'BEM MORAR STORE',
  'SUL ENXOVAIS',
  'DISTRIBUIDORA VALE',
  'LOJA DO CONFORTO',
  'CASA VIVA OFICIAL',
  'PRESENTES MINAS',
  'EMPORIO LAR RECIFE',
  'BAZAR TRES IRMAOS',
  'TUDO PRA CASA SP',
  'CASA & PONTO',
  'OUTLET DOMUS',
];
const ELECTRONICS_COMPETITORS = [
  'TECH PRIME SP',
  'INFO CENTRAL',
  'GIGA PONTO',
  'MUNDO SMART BR',
  'CONECTA MAIS',
  'PIXEL IMPORTS',
  'LOJA DO GAMER RS',
  'ELETRO VALE',
  'DIGITAL MINAS',
  'REDE FACIL INFO',
  'SOM & IMAGEM SUL',
  'CELL PARTS CURITIBA',
  'ATACADO ELETRON',
  'MEGA BYTE OFICIAL',
  'HUB TECNOLOGIA',
  'NORDESTE DIGITAL',
  'VIA GADGETS',
  'OUTLET CIRCUITO',
];

function own(id: number, nickname: string, now: number): Seller {
  return {
    id,
    nickname,
    own: true,
    level: '5_green',
    power: 'platinum',
    careful: true,
    city: 'São Paulo',
    state: 'BR-SP',
    registeredAt: now - 2_900 * DAY,
    sales: 48_211,
    mercadoLivre: true,
    amazon: null,
    shopee: null,
  };
}

function competitor(id: number, nickname: string, rank: number, now: number, dice: Dice): Seller {
  const [city, state] = dice.pick(CITIES);
  // Two thirds are as good as our own, so that a tie on price is a tie; the rest is worth less.
  const power = rank < 12 ? 'platinum' : rank < 15 ? 'gold' : null;
  return {
    id,
    nickname,
    own: false,
    level: rank === 17 ? '3_yellow' : rank === 16 ? '4_light_green' : '5_green',
    power,
    careful: rank < 9,
    city,
    state,
    registeredAt: now - dice.between(200, 3_600) * DAY,
    sales: power === 'platinum' ? dice.between(9_000, 90_000) : dice.between(300, 6_000),
    mercadoLivre: true,
    amazon: null,
    shopee: null,
  };
}

export interface SellerCircle {
  own: Seller;
  competitors: readonly Seller[];
}

/** The people of the market: two sellers of our own, each with his circle of competitors. */
export function createSellers(
  now: number,
  dice: Dice,
): { home: SellerCircle; electronics: SellerCircle } {
  const circle = (names: readonly string[], firstId: number) =>
    names.map((name, rank) => competitor(firstId + rank * 137, name, rank, now, dice));
  return {
    home: {
      own: own(OWN_SELLERS.HOME, 'CASA AURORA', now),
      competitors: circle(HOME_COMPETITORS, 820_004_011),
    },
    electronics: {
      own: own(OWN_SELLERS.ELECTRONICS, 'NORTE ELETRONICOS', now),
      competitors: circle(ELECTRONICS_COMPETITORS, 830_007_023),
    },
  };
}
