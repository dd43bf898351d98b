import type { Words } from '../kernel/open-enum.ts';

/** Labels of the values of the open enums of ads. */
export const WORDS: Words = {
  'ads.outcome': {
    CHANGE: { pt: 'Alterar', en: 'Change', es: 'Cambiar' },
    KEEP: { pt: 'Manter', en: 'Keep', es: 'Mantener' },
    PAUSE: { pt: 'Pausar', en: 'Pause', es: 'Pausar' },
    ADVISE: { pt: 'Recomendação', en: 'Recommendation', es: 'Recomendación' },
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
    STEP: {
      pt: 'Variação máxima do dia',
      en: 'Largest daily change',
      es: 'Variación máxima del día',
    },
    COOLDOWN: { pt: 'Intervalo entre alterações', en: 'Cool-down', es: 'Intervalo entre cambios' },
    DEAD_BAND: { pt: 'Diferença pequena', en: 'Small difference', es: 'Diferencia pequeña' },
    LISTING: {
      pt: 'Situação do anúncio',
      en: 'State of the listing',
      es: 'Estado de la publicación',
    },
  },
  'ads.status': {
    ENABLED: { pt: 'Ativa', en: 'Active', es: 'Activa' },
    PAUSED: { pt: 'Pausada', en: 'Paused', es: 'Pausada' },
    ARCHIVED: { pt: 'Arquivada', en: 'Archived', es: 'Archivada' },
    UNDEFINED: { pt: 'Desconhecida', en: 'Unknown', es: 'Desconocida' },
  },
  'ads.adStatus': {
    ENABLED: { pt: 'Ativo', en: 'Active', es: 'Activo' },
    PAUSED: { pt: 'Pausado', en: 'Paused', es: 'Pausado' },
    ARCHIVED: { pt: 'Arquivado', en: 'Archived', es: 'Archivado' },
    INACTIVE: { pt: 'Inativo', en: 'Inactive', es: 'Inactivo' },
    REVIEW: { pt: 'Em revisão', en: 'In review', es: 'En revisión' },
  },
  'ads.state': {
    active: { pt: 'Em andamento', en: 'Running', es: 'En curso' },
    pending_start: { pt: 'Aguarda o início', en: 'Not started', es: 'Espera el inicio' },
    incomplete: { pt: 'Incompleta', en: 'Incomplete', es: 'Incompleta' },
    finished: { pt: 'Encerrada', en: 'Finished', es: 'Finalizada' },
  },
  'ads.type': {
    automatic: { pt: 'Automática', en: 'Automatic', es: 'Automática' },
    manual: { pt: 'Manual', en: 'Manual', es: 'Manual' },
    product: { pt: 'Primazia', en: 'Primazia', es: 'Primazia' },
    ads: { pt: 'Ads', en: 'Ads', es: 'Ads' },
  },
  'ads.bidding': {
    DOWN_ONLY: {
      pt: 'Dinâmico, somente redução',
      en: 'Dynamic, down only',
      es: 'Dinámica, solo reducción',
    },
    UP_AND_DOWN: {
      pt: 'Dinâmico, aumento e redução',
      en: 'Dynamic, up and down',
      es: 'Dinámica, aumento y reducción',
    },
    FIXED: { pt: 'Fixo', en: 'Fixed', es: 'Fija' },
  },
  'ads.strategy': {
    profitability: { pt: 'Rentabilidade', en: 'Profitability', es: 'Rentabilidad' },
    growth: { pt: 'Crescimento', en: 'Growth', es: 'Crecimiento' },
    visibility: { pt: 'Visibilidade', en: 'Visibility', es: 'Visibilidad' },
    none: { pt: 'Nenhuma', en: 'None', es: 'Ninguna' },
  },
  'ads.automation': {
    off: { pt: 'Desativados', en: 'Off', es: 'Desactivadas' },
    proposed: { pt: 'Com aprovação', en: 'With approval', es: 'Con aprobación' },
    automatic: { pt: 'Automáticos', en: 'Automatic', es: 'Automáticas' },
  },
  'ads.target': {
    KEYWORD: { pt: 'Palavra-chave', en: 'Keyword', es: 'Palabra clave' },
    PRODUCT: { pt: 'Produto', en: 'Product', es: 'Producto' },
    CATEGORY: { pt: 'Categoria', en: 'Category', es: 'Categoría' },
    AUTO: { pt: 'Grupo automático', en: 'Automatic group', es: 'Grupo automático' },
  },
  'ads.object': {
    campaign: { pt: 'Campanha', en: 'Campaign', es: 'Campaña' },
    group: { pt: 'Grupo de anúncios', en: 'Ad group', es: 'Grupo de anuncios' },
    ad: { pt: 'Anúncio', en: 'Ad', es: 'Anuncio' },
    target: { pt: 'Segmentação', en: 'Target', es: 'Segmentación' },
  },
  'ads.field': {
    status: { pt: 'Situação', en: 'Status', es: 'Estado' },
    dailyBudget: { pt: 'Orçamento diário', en: 'Daily budget', es: 'Presupuesto diario' },
    bid: { pt: 'Lance', en: 'Bid', es: 'Puja' },
  },
  'ads.change': {
    pending: { pt: 'Aguarda aprovação', en: 'Waits for approval', es: 'Espera aprobación' },
    approved: { pt: 'Será enviada', en: 'Will be sent', es: 'Se enviará' },
    sending: { pt: 'Enviando', en: 'Sending', es: 'Enviando' },
    applied: { pt: 'Aplicada', en: 'Applied', es: 'Aplicado' },
    canceled: { pt: 'Cancelada', en: 'Canceled', es: 'Cancelado' },
    rejected: { pt: 'Recusada', en: 'Rejected', es: 'Rechazado' },
    undone: { pt: 'Desfeita', en: 'Undone', es: 'Deshecho' },
  },
};
