import type { Words } from '../kernel/open-enum.ts';

/** What values of the growing lists of ads are called. */
export const WORDS: Words = {
  'ads.outcome': {
    CHANGE: { pt: 'Alterar', en: 'Change', es: 'Cambiar' },
    KEEP: { pt: 'Manter', en: 'Keep', es: 'Mantener' },
    PAUSE: { pt: 'Pausar', en: 'Pause', es: 'Pausar' },
    ADVISE: { pt: 'Conselho', en: 'Advice', es: 'Consejo' },
    BLOCKED: { pt: 'Faltam dados', en: 'Blocked', es: 'Faltan datos' },
  },
  'ads.budget': {
    RAISE: { pt: 'Aumentar o orçamento', en: 'Raise the budget', es: 'Subir el presupuesto' },
    LOWER: { pt: 'Reduzir o orçamento', en: 'Lower the budget', es: 'Bajar el presupuesto' },
    PAUSE: { pt: 'Pausar', en: 'Pause', es: 'Pausar' },
    KEEP: { pt: 'Manter', en: 'Keep', es: 'Mantener' },
  },
  'ads.searchTerm': {
    HARVEST: { pt: 'Criar palavra-chave', en: 'Make a keyword', es: 'Crear palabra clave' },
    NEGATIVE: { pt: 'Negativar', en: 'Make a negative', es: 'Negativizar' },
    NEGATIVE_IN_SOURCE: {
      pt: 'Negativar na origem',
      en: 'Make a negative where it came from',
      es: 'Negativizar en el origen',
    },
    KEEP: { pt: 'Manter', en: 'Keep', es: 'Mantener' },
  },
  'ads.roas': {
    SET_TARGET: { pt: 'Definir a meta', en: 'Set the target', es: 'Definir la meta' },
    RAISE_BUDGET: {
      pt: 'Aumentar o orçamento',
      en: 'Raise the budget',
      es: 'Subir el presupuesto',
    },
    LOOSEN_TARGET: { pt: 'Baixar a meta', en: 'Lower the target', es: 'Bajar la meta' },
    TIGHTEN_TARGET: { pt: 'Subir a meta', en: 'Raise the target', es: 'Subir la meta' },
    NO_TARGET: { pt: 'Sem meta possível', en: 'No target possible', es: 'Sin meta posible' },
    KEEP: { pt: 'Manter', en: 'Keep', es: 'Mantener' },
  },
  'ads.way': {
    KEEP: { pt: 'Manter', en: 'Keep', es: 'Mantener' },
    PRICE: { pt: 'Mudar o preço', en: 'Change the price', es: 'Cambiar el precio' },
    ADS: { pt: 'Mudar os lances', en: 'Change the bids', es: 'Cambiar las pujas' },
  },
  'ads.bound': {
    VALUE: { pt: 'Valor do clique', en: 'Value of a click', es: 'Valor del clic' },
    ROS: { pt: 'Meta de ACOS', en: 'ACOS goal', es: 'Meta de ACOS' },
    BUDGET: { pt: 'Orçamento', en: 'Budget', es: 'Presupuesto' },
    PRIOR: { pt: 'Poucos cliques', en: 'Few clicks', es: 'Pocos clics' },
    STARVED: { pt: 'Sem impressões', en: 'No impressions', es: 'Sin impresiones' },
    EXPLORATION: { pt: 'Exploração', en: 'Exploration', es: 'Exploración' },
    SUGGESTED: { pt: 'Lance sugerido', en: 'Suggested bid', es: 'Puja sugerida' },
    CAP: { pt: 'Limite máximo', en: 'Upper limit', es: 'Límite máximo' },
    MIN: { pt: 'Limite mínimo', en: 'Lower limit', es: 'Límite mínimo' },
    STEP: { pt: 'Passo do dia', en: 'Step of the day', es: 'Paso del día' },
    COOLDOWN: { pt: 'Intervalo entre mudanças', en: 'Cool-down', es: 'Intervalo entre cambios' },
    DEAD_BAND: { pt: 'Diferença pequena', en: 'Small difference', es: 'Diferencia pequeña' },
    LISTING: {
      pt: 'Situação do anúncio',
      en: 'State of the listing',
      es: 'Estado de la publicación',
    },
  },
};
