import { type BellCategory, bell } from '../kernel/bell.ts';
import { ADVICE_DUE } from './contract.ts';

const RECOMMENDATIONS: BellCategory = {
  code: 'recommendations',
  name: { pt: 'Recomendações', en: 'Recommendations', es: 'Recomendaciones' },
  about: {
    pt: 'No máximo um aviso por dia, quando anúncios que perdem o buybox deixam de ganhar muito ou campanhas passam do dobro da meta.',
    en: 'At most one notification a day, when listings that lose the buybox miss much or campaigns exceed twice their goal.',
    es: 'Como máximo un aviso por día, cuando publicaciones que pierden el buybox dejan de ganar mucho o campañas superan el doble de su meta.',
  },
  shown: 'bell',
};

const LIST = '/app/recommendation-view';

export const BELLS = [
  bell(ADVICE_DUE, {
    queue: 'notifications.advice-due',
    kinds: {
      advice_for_listings: {
        level: 'info',
        delivery: 'at_once',
        category: RECOMMENDATIONS,
        link: () => `${LIST}/losing_buybox`,
        sentence: {
          one: {
            pt: '{{count}} anúncio que perde o buybox poderia trazer mais {{recoverablePrice}} em 30 dias.',
            en: '{{count}} listing that loses the buybox could bring {{recoverablePrice}} more in 30 days.',
            es: '{{count}} publicación que pierde el buybox podría traer {{recoverablePrice}} más en 30 días.',
          },
          other: {
            pt: '{{count}} anúncios que perdem o buybox poderiam trazer mais {{recoverablePrice}} em 30 dias.',
            en: '{{count}} listings that lose the buybox could bring {{recoverablePrice}} more in 30 days.',
            es: '{{count}} publicaciones que pierden el buybox podrían traer {{recoverablePrice}} más en 30 días.',
          },
        },
      },
      advice_for_campaigns: {
        level: 'warn',
        delivery: 'at_once',
        category: RECOMMENDATIONS,
        link: () => `${LIST}/all`,
        sentence: {
          one: {
            pt: '{{count}} campanha tem ACOS acima do dobro da meta.',
            en: '{{count}} campaign has an ACOS of more than twice its goal.',
            es: '{{count}} campaña tiene un ACOS de más del doble de su meta.',
          },
          other: {
            pt: '{{count}} campanhas têm ACOS acima do dobro da meta.',
            en: '{{count}} campaigns have an ACOS of more than twice their goal.',
            es: '{{count}} campañas tienen un ACOS de más del doble de su meta.',
          },
        },
      },
    },
    entries: ({ day, due }) => [
      due.about === 'listings'
        ? {
            code: 'advice_for_listings',
            values: {
              count: due.count,
              currencyCode: due.currencyCode,
              recoverablePrice: due.recoverable,
            },
            subject: `advice:${day}`,
          }
        : {
            code: 'advice_for_campaigns',
            values: { count: due.count },
            subject: `advice:${day}`,
          },
    ],
  }),
];
