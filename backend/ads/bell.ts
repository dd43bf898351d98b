import { type BellCategory, bell } from '../kernel/bell.ts';
import { ADS_CHANGES_MOVED, ADS_CREATIONS_MOVED } from './contract.ts';

const APPROVALS: BellCategory = {
  code: 'campaign_approvals',
  name: {
    pt: 'Aprovações de campanhas',
    en: 'Approvals of campaigns',
    es: 'Aprobaciones de campañas',
  },
  about: {
    pt: 'Alterações de campanhas que esperam a sua aprovação.',
    en: 'Changes of campaigns that wait for your approval.',
    es: 'Cambios de campañas que esperan tu aprobación.',
  },
  shown: 'bell',
};

export const BELLS = [
  bell(ADS_CHANGES_MOVED, {
    queue: 'notifications.ads-changes',
    kinds: {
      ads_changes_wait: {
        level: 'info',
        delivery: 'counted',
        category: APPROVALS,
        link: ({ campaignId }) =>
          typeof campaignId === 'number' ? `/app/campanhas/${campaignId}` : '/app/campanhas',
        sentence: {
          one: {
            pt: '{{count}} alteração de campanha espera a sua aprovação.',
            en: '{{count}} change of a campaign waits for your approval.',
            es: '{{count}} cambio de campaña espera tu aprobación.',
          },
          other: {
            pt: '{{count}} alterações de campanhas esperam a sua aprovação.',
            en: '{{count}} changes of campaigns wait for your approval.',
            es: '{{count}} cambios de campañas esperan tu aprobación.',
          },
        },
      },
    },
    counts: () => ['ads_changes_wait'],
  }),
  bell(ADS_CREATIONS_MOVED, {
    queue: 'notifications.ads-creations',
    kinds: {
      ads_creations_wait: {
        level: 'info',
        delivery: 'counted',
        category: APPROVALS,
        link: ({ creationId }) =>
          typeof creationId === 'number'
            ? `/app/campanhas/nova?creation=${creationId}`
            : '/app/campanhas',
        sentence: {
          one: {
            pt: '{{count}} campanha nova espera a sua decisão.',
            en: '{{count}} new campaign waits for your decision.',
            es: '{{count}} campaña nueva espera tu decisión.',
          },
          other: {
            pt: '{{count}} campanhas novas esperam a sua decisão.',
            en: '{{count}} new campaigns wait for your decision.',
            es: '{{count}} campañas nuevas esperan tu decisión.',
          },
        },
      },
    },
    counts: () => ['ads_creations_wait'],
  }),
];
