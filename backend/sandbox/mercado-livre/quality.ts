// The quality of an item: its rules, and those that are fulfilled.
import { numberOf } from '../world/dice.ts';
import type { Offer } from '../world.ts';
import { notFound, ownItem, part, type Room, type Wire } from './room.ts';

/** Variable, rule, the purpose of the rule, what to do. */
type Step = readonly [variable: string, rule: string, title: string, label: string];
interface Bucket {
  key: string;
  title: string;
  steps: readonly Step[];
}

const BUCKETS: readonly Bucket[] = [
  {
    key: 'CHARACTERISTICS',
    title: 'Dados do produto',
    steps: [
      [
        'GTIN',
        'HAS_GTIN',
        'Com o código universal, o produto aparece em mais buscas.',
        'Preencher o código universal',
      ],
      [
        'PICTURES',
        'ENOUGH_PICTURES',
        'Mostre o produto por inteiro, de perto e em uso.',
        'Ter pelo menos 4 fotos',
      ],
      [
        'PICTURES',
        'WHITE_BACKGROUND',
        'A primeira foto, em fundo branco, aparece nas listas.',
        'Usar fundo branco na primeira foto',
      ],
      [
        'TITLE',
        'TITLE_COMPLETE',
        'Marca, modelo e medida ajudam quem procura.',
        'Completar o título',
      ],
      [
        'TECHNICAL_SPECIFICATION',
        'MAIN_ATTRIBUTES',
        'Os compradores filtram por estas características.',
        'Preencher a ficha técnica',
      ],
      [
        'DESCRIPTION',
        'HAS_DESCRIPTION',
        'Responda aqui o que mais perguntam.',
        'Escrever a descrição',
      ],
      ['VIDEO', 'HAS_CLIP', 'Anúncios com vídeo vendem mais.', 'Adicionar um vídeo'],
    ],
  },
  {
    key: 'OFFER',
    title: 'Condições de venda',
    steps: [
      [
        'FREE_SHIPPING',
        'OFFERS_FREE_SHIPPING',
        'Com frete grátis o anúncio ganha destaque.',
        'Oferecer frete grátis',
      ],
      [
        'FULFILLMENT',
        'USES_FULL',
        'Com o Full, o produto chega antes.',
        'Enviar o estoque para o Full',
      ],
      [
        'INSTALLMENTS',
        'FREE_INSTALLMENTS',
        'O tipo Premium oferece parcelas sem juros.',
        'Oferecer parcelas sem juros',
      ],
      ['STOCK', 'HAS_STOCK', 'Sem estoque, o anúncio para.', 'Manter estoque'],
      ['WARRANTY', 'HAS_WARRANTY', 'A garantia dá confiança.', 'Informar a garantia'],
    ],
  },
];
const TOTAL = BUCKETS.reduce((sum, { steps }) => sum + steps.length, 0);

/** The fulfilled rules of an item: as many as its health implies, always the same ones. */
function doneOf({ itemId, health }: Offer): ReadonlySet<string> {
  const rules = BUCKETS.flatMap(({ steps }) => steps.map(([, rule]) => rule));
  const mixed = rules.sort((a, b) => numberOf(`${itemId}/${a}`) - numberOf(`${itemId}/${b}`));
  return new Set(mixed.slice(0, Math.round((health ?? 0) * TOTAL)));
}

/** From 0 to 1, by how many rules are done; null: not measured yet. */
export const healthOf = (offer: Offer): number | null =>
  offer.health === null ? null : Math.round((doneOf(offer).size / TOTAL) * 100) / 100;

const statusOf = (isDone: boolean) => (isDone ? 'COMPLETED' : 'PENDING');

function bucketBody({ key, title, steps }: Bucket, done: ReadonlySet<string>, at: string) {
  const score = Math.round(
    (steps.filter(([, rule]) => done.has(rule)).length * 100) / steps.length,
  );
  return {
    key,
    type: '',
    status: statusOf(score === 100),
    score,
    title,
    calculated_at: at,
    variables: steps.map(([variable, rule, words, label]) => ({
      key: variable,
      status: statusOf(done.has(rule)),
      score: done.has(rule) ? 100 : 0,
      calculated_at: at,
      title: label,
      rules: [
        {
          key: rule,
          status: statusOf(done.has(rule)),
          progress: done.has(rule) ? 1 : 0,
          mode: 'OPPORTUNITY',
          calculated_at: at,
          wordings: { title: words, label, link: '' },
        },
      ],
    })),
  };
}

/** `GET /item/{id}/performance`. */
export function mountQuality(wire: Wire, room: Room): void {
  wire.get('/item/:id/performance', (call) => {
    const found = ownItem(call, room);
    if (found instanceof Response) return found;
    const health = healthOf(found.offer);
    if (health === null) return notFound(call, `Performance of ${part(call, 'id')} not found`);
    const score = Math.round(health * 100);
    const at = new Date(found.offer.updatedAt).toISOString();
    const done = doneOf(found.offer);
    return call.json({
      entity_type: 'ITEM',
      entity_id: found.offer.itemId,
      score,
      level: score < 50 ? 'Bad' : score < 80 ? 'Average' : 'Good',
      level_wording: score < 50 ? 'Básica' : score < 80 ? 'Satisfatória' : 'Profissional',
      calculated_at: at,
      buckets: BUCKETS.map((bucket) => bucketBody(bucket, done, at)),
    });
  });
}
