// The kinds of products. All brands are invented.
import { type Minor, toMinor } from '../../kernel/money.ts';

export interface Kind {
  /** Names the drawing of its picture. */
  key: string;
  name: string;
  categoryId: string;
  categoryName: string;
  domainId: string;
  /** The price of its simplest variant. */
  low: Minor;
  high: Minor;
  variants: readonly { name: string; factor: number }[];
}

export interface Sector {
  brands: readonly string[];
  lines: readonly string[];
  colours: readonly string[];
  kinds: readonly Kind[];
}

/** Reads a table of kinds: key, name, category, domain, price range in reais, variants with their surcharges. */
function readKinds(table: string, firstCategory: number): Kind[] {
  return table
    .trim()
    .split('\n')
    .map((row, index) => {
      const cells = row.split('|').map((cell) => cell.trim());
      const [key = '', name = '', categoryName = '', domain = '', range = '', list = ''] = cells;
      const [low, high] = range.split('-').map(Number);
      if (low === undefined || high === undefined) throw new RangeError(`Not a kind: ${row}`);
      return {
        key,
        name,
        categoryName,
        categoryId: `MLB${firstCategory + index}`,
        domainId: `MLB-${domain}`,
        low: toMinor(low),
        high: toMinor(high),
        variants: list.split(';').map((text) => {
          const [variant = '', factor = '1'] = text.trim().split(' x');
          return { name: variant, factor: Number(factor) };
        }),
      };
    });
}

const HOME_KINDS = `
cookware | Jogo De Panelas | Jogos de Panelas | COOKWARE_SETS | 189-289 | 5 Peças; 7 Peças x1.35; 10 Peças x1.7
pan | Frigideira Antiaderente | Frigideiras | FRYING_PANS | 49-89 | 20cm; 24cm x1.2; 28cm x1.45
coffee | Cafeteira Elétrica | Cafeteiras | COFFEE_MAKERS | 119-199 | 15 Xícaras; 30 Xícaras x1.3
blender | Liquidificador | Liquidificadores | BLENDERS | 109-189 | 2L 900W; 3L 1200W x1.4
airfryer | Fritadeira Sem Óleo | Fritadeiras | FRYERS | 269-359 | 4L; 5,5L x1.3; 8L x1.6
kettle | Chaleira Elétrica Inox | Chaleiras | ELECTRIC_KETTLES | 89-149 | 1,7L; 2L x1.15
grill | Sanduicheira Grill | Sanduicheiras | SANDWICH_MAKERS | 79-139 | 750W; 1000W x1.25
mixer | Mixer De Mão | Mixers | HAND_BLENDERS | 99-169 | 300W; 600W x1.4
glasses | Jogo De Taças | Taças | DRINKING_GLASSES | 69-129 | 6 Unidades 320ml; 6 Unidades 480ml x1.2
cutlery | Faqueiro Inox | Faqueiros | CUTLERY_SETS | 119-229 | 24 Peças; 42 Peças x1.6
jars | Potes Herméticos | Potes | FOOD_STORAGE | 59-99 | Kit 5; Kit 10 x1.8
baking | Jogo De Assadeiras | Assadeiras | BAKING_PANS | 69-119 | 3 Peças; 5 Peças x1.5
thermos | Garrafa Térmica Inox | Garrafas Térmicas | THERMOSES | 59-109 | 500ml; 1L x1.35
board | Tábua De Corte Bambu | Tábuas de Corte | CUTTING_BOARDS | 39-79 | 30cm; 40cm x1.3
bedding | Jogo De Cama 200 Fios | Jogos de Cama | SHEET_SETS | 129-219 | Casal; Queen x1.2; King x1.4
quilt | Edredom Dupla Face | Edredons | COMFORTERS | 149-259 | Casal; Queen x1.2; King x1.4
towels | Jogo De Toalhas Banho | Toalhas | TOWEL_SETS | 89-159 | 4 Peças; 6 Peças x1.4
pillow | Travesseiro Viscoelástico | Travesseiros | PILLOWS | 79-129 | 50x70cm; Kit 2 x1.85
rug | Tapete Sala Pelúcia | Tapetes | RUGS | 139-229 | 1,50x2,00m; 2,00x2,50m x1.6
curtain | Cortina Blackout | Cortinas | CURTAINS | 89-159 | 2,00x1,80m; 2,80x2,30m x1.35
lamp | Luminária De Mesa | Luminárias | TABLE_LAMPS | 69-139 | Bivolt; Com Dimmer x1.3
pendant | Pendente Cozinha | Pendentes | PENDANT_LIGHTS | 79-129 | 1 Lâmpada; 3 Lâmpadas x2.2
shelf | Kit Prateleiras Nicho | Prateleiras | SHELVES | 79-149 | 3 Unidades; 5 Unidades x1.5
box | Caixa Organizadora | Organizadores | STORAGE_BOXES | 39-69 | 20L; 50L x1.5
bin | Lixeira Inox Pedal | Lixeiras | TRASH_CANS | 69-119 | 5L; 12L x1.5
mirror | Espelho Redondo | Espelhos | MIRRORS | 89-159 | 50cm; 70cm x1.5
clock | Relógio De Parede | Relógios de Parede | WALL_CLOCKS | 49-99 | 25cm; 35cm x1.3
vase | Vaso De Cerâmica | Vasos | VASES | 49-109 | 20cm; 30cm x1.5
fan | Ventilador De Mesa | Ventiladores | FANS | 129-199 | 30cm; 40cm x1.3
vacuum | Aspirador De Pó Vertical | Aspiradores | VACUUM_CLEANERS | 169-289 | 1100W; 1400W x1.3
`;

const ELECTRONICS_KINDS = `
earbuds | Fone De Ouvido Bluetooth | Fones de Ouvido | HEADPHONES | 89-179 | TWS; ANC x1.7
headset | Headset Gamer | Headsets | GAMING_HEADSETS | 109-199 | P3; USB 7.1 x1.5
speaker | Caixa De Som Bluetooth | Caixas de Som | SPEAKERS | 119-219 | 20W; 40W x1.5
charger | Carregador Turbo USB-C | Carregadores | CHARGERS | 39-69 | 20W; 33W x1.3; 65W x2
cable | Cabo USB-C Reforçado | Cabos | DATA_CABLES | 19-39 | 1m; 2m x1.3
powerbank | Power Bank | Carregadores Portáteis | POWER_BANKS | 79-129 | 10000mAh; 20000mAh x1.6
watch | Relógio Smartwatch | Smartwatches | SMARTWATCHES | 159-289 | 42mm; 46mm x1.2
keyboard | Teclado Mecânico | Teclados | KEYBOARDS | 169-289 | ABNT2; 60% RGB x1.3
mouse | Mouse Sem Fio | Mouses | COMPUTER_MICE | 49-99 | 1600 DPI; 7200 DPI x1.6
mousepad | Mousepad Gamer | Mousepads | MOUSE_PADS | 29-59 | 35x30cm; 90x40cm x1.8
webcam | Webcam Full HD | Webcams | WEBCAMS | 99-179 | 1080p; 2K x1.5
monitor | Monitor LED | Monitores | MONITORS | 489-649 | 22 Pol 75Hz; 24 Pol 100Hz x1.25; 27 Pol 165Hz x1.8
ssd | SSD NVMe M.2 | SSDs | SOLID_STATE_DRIVES | 199-269 | 500GB; 1TB x1.7
pendrive | Pen Drive USB 3.2 | Pen Drives | USB_FLASH_DRIVES | 29-49 | 64GB; 128GB x1.6
harddisk | HD Externo Portátil | HDs Externos | EXTERNAL_DRIVES | 289-369 | 1TB; 2TB x1.4
router | Roteador Wi-Fi 6 | Roteadores | ROUTERS | 189-289 | AX1500; AX3000 x1.4
repeater | Repetidor De Sinal Wi-Fi | Repetidores | WIFI_REPEATERS | 69-119 | 300Mbps; 1200Mbps x1.6
camera | Câmera De Segurança Wi-Fi | Câmeras de Segurança | SURVEILLANCE_CAMERAS | 99-189 | 1080p; 3MP x1.3
bulb | Lâmpada Inteligente Wi-Fi | Lâmpadas | LIGHT_BULBS | 39-59 | 10W; Kit 3 x2.6
plug | Tomada Inteligente Wi-Fi | Tomadas | SMART_PLUGS | 39-69 | 10A; 16A x1.2
holder | Suporte Veicular Magnético | Suportes | PHONE_HOLDERS | 29-69 | Painel; Ventilação x0.8
case | Capa Para Tablet | Capas | TABLET_CASES | 49-89 | 8 Pol; 10 Pol x1.2
tablet | Tablet Tela 10 Pol | Tablets | TABLETS | 649-899 | 64GB; 128GB x1.25
hub | Hub USB-C | Hubs USB | USB_HUBS | 99-169 | 6 Em 1; 8 Em 1 x1.3
ringlight | Ring Light Com Tripé | Iluminadores | RING_LIGHTS | 69-129 | 26cm; 33cm x1.4
microphone | Microfone Condensador USB | Microfones | MICROPHONES | 129-219 | Cardioide; Com Braço x1.4
gamepad | Controle Sem Fio Para PC | Controles | GAMEPADS | 119-189 | Padrão; Com Paddles x1.6
streamer | Media Player 4K | Streaming | STREAMING_PLAYERS | 189-289 | 2GB RAM; 4GB RAM x1.3
stand | Suporte Para Notebook | Suportes para Notebook | LAPTOP_STANDS | 59-109 | Dobrável; Com Cooler x1.6
projector | Mini Projetor Portátil | Projetores | PROJECTORS | 399-599 | 720p; 1080p x1.6
`;

export const HOME: Sector = {
  brands: [
    'Lumavie',
    'Brisalar',
    'Verdano',
    'Alvorê',
    'Quintelar',
    'Monteferro',
    'Solevita',
    'Aconchê',
    'Panobelo',
    'Ipêdoro',
  ],
  lines: ['Serena', 'Bossa', 'Pampa', 'Maré', 'Prisma', 'Duo', 'Jardim', 'Clara', 'Vila', 'Raiz'],
  colours: ['Preto', 'Branco', 'Cinza', 'Bege', 'Azul', 'Verde', 'Terracota', 'Rosa'],
  kinds: readKinds(HOME_KINDS, 264_051),
};

export const ELECTRONICS: Sector = {
  brands: [
    'Zyntek',
    'Voltari',
    'Kaptron',
    'Ondavox',
    'Pulsare',
    'Teknorte',
    'Orbytel',
    'Raviox',
    'Nexiara',
    'Fluxion',
  ],
  lines: ['Neo', 'Core', 'Pulse', 'Air', 'Max', 'One', 'S7', 'X200', 'Lite', 'Go'],
  colours: ['Preto', 'Branco', 'Cinza', 'Azul', 'Grafite', 'Vermelho', 'Verde', 'Lilás'],
  kinds: readKinds(ELECTRONICS_KINDS, 196_201),
};
