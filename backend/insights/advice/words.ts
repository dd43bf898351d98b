// Labels of the kinds, actions, states and stages of recommendations.
import type { Locale } from '../../kernel/id.ts';
import type { Words } from '../../kernel/open-enum.ts';
import {
  ACT_WORDS,
  type AdviceAct,
  type AdviceKind,
  type AdviceState,
  ASSUMED_WORDS,
  type Assumed,
  DISMISSAL_WORDS,
  type Dismissal,
  KIND_WORDS,
  type NoAdsReason,
  STAGE_WORDS,
  STATE_WORDS,
  type Stage,
  WHY_NOT_WORDS,
} from '../contract.ts';

type Texts = Readonly<Record<Locale, string>>;

const KINDS: Readonly<Record<AdviceKind, Texts>> = {
  improve_health: { pt: 'Melhorar a saúde', en: 'Improve health', es: 'Mejorar la salud' },
  losing_buybox: { pt: 'Perdendo o buybox', en: 'Losing the buybox', es: 'Perdiendo el buybox' },
  ready_to_invest: {
    pt: 'Prontos para investir',
    en: 'Ready to invest',
    es: 'Listas para invertir',
  },
  ads_without_ads: {
    pt: 'Anúncios sem publicidade',
    en: 'Listings without ads',
    es: 'Publicaciones sin publicidad',
  },
  not_attractive: { pt: 'Pouco atrativos', en: 'Not attractive', es: 'Poco atractivas' },
  high_cpc: { pt: 'CPC alto', en: 'High CPC', es: 'CPC alto' },
  low_conversion: { pt: 'Baixa conversão', en: 'Low conversion', es: 'Baja conversión' },
  high_consumption: { pt: 'Alto consumo', en: 'High consumption', es: 'Alto consumo' },
  acos_above_goal: {
    pt: 'ACOS acima da meta',
    en: 'ACOS above the goal',
    es: 'ACOS por encima de la meta',
  },
  change_strategy: {
    pt: 'Mudar a estratégia',
    en: 'Change the strategy',
    es: 'Cambiar la estrategia',
  },
  doing_well: { pt: 'Indo bem', en: 'Doing well', es: 'Van bien' },
};

const STAGES: Readonly<Record<Stage, Texts>> = {
  not_on_sale: { pt: 'Fora de venda', en: 'Not on sale', es: 'Fuera de venta' },
  ...KINDS,
  observing: {
    pt: 'Sem recomendação',
    en: 'No recommendation',
    es: 'Sin recomendación',
  },
};

const ACTS: Readonly<Record<AdviceAct, Texts>> = {
  create_rule: { pt: 'Ativar PRIMAZIA', en: 'Activate PRIMAZIA', es: 'Activar PRIMAZIA' },
  enable_rule: { pt: 'Ativar a regra', en: 'Enable the rule', es: 'Activar la regla' },
  lower_minimum: { pt: 'Baixar o mínimo', en: 'Lower the minimum', es: 'Bajar el mínimo' },
  approve_update: { pt: 'Aprovar o preço', en: 'Approve the price', es: 'Aprobar el precio' },
  set_budget: { pt: 'Mudar o orçamento', en: 'Change the budget', es: 'Cambiar el presupuesto' },
  set_bids: { pt: 'Mudar os lances', en: 'Change the bids', es: 'Cambiar las pujas' },
  pause_target: { pt: 'Pausar', en: 'Pause', es: 'Pausar' },
  enter_cost: { pt: 'Informar o custo', en: 'Enter the cost', es: 'Ingresar el costo' },
  improve_listing: { pt: 'Ver o anúncio', en: 'Open the listing', es: 'Ver la publicación' },
  open_rule: { pt: 'Abrir a regra', en: 'Open the rule', es: 'Abrir la regla' },
  advertise: { pt: 'Ver as campanhas', en: 'Open campaigns', es: 'Ver las campañas' },
  open_campaign: { pt: 'Ver a campanha', en: 'Open the campaign', es: 'Ver la campaña' },
  none: { pt: 'Nada a fazer', en: 'Nothing to do', es: 'Nada que hacer' },
};

const STATES: Readonly<Record<AdviceState, Texts>> = {
  open: { pt: 'Aberta', en: 'Open', es: 'Abierta' },
  snoozed: { pt: 'Adiada', en: 'Snoozed', es: 'Pospuesta' },
  dismissed: { pt: 'Dispensada', en: 'Dismissed', es: 'Descartada' },
  accepted: { pt: 'Em andamento', en: 'In progress', es: 'En curso' },
  applied: { pt: 'Feita', en: 'Done', es: 'Hecha' },
  undone: { pt: 'Desfeita', en: 'Undone', es: 'Deshecha' },
  resolved: { pt: 'Resolvida', en: 'Resolved', es: 'Resuelta' },
};

const ASSUMED: Readonly<Record<Assumed, Texts>> = {
  win_chance: {
    pt: 'Uma regra mantém o buybox em 67% do tempo, como na simulação.',
    en: 'A rule holds the buybox for 67% of the time, as in the simulation.',
    es: 'Una regla mantiene el buybox el 67 % del tiempo, como en la simulación.',
  },
  kept_share: {
    pt: 'Conta-se a parte do efeito estimado que se confirmou em recomendações feitas; metade, até que sejam medidas.',
    en: 'Only the part of the estimated effect counts that came true for recommendations that were followed; half of it, until these are measured.',
    es: 'Se cuenta la parte del efecto estimado que se confirmó en recomendaciones seguidas; la mitad, hasta que se midan.',
  },
  same_demand: {
    pt: 'A demanda é a mesma com outro preço.',
    en: 'Demand is the same at another price.',
    es: 'La demanda es la misma con otro precio.',
  },
  incrementality: {
    pt: 'A publicidade causa 60% das vendas que o marketplace atribui a ela.',
    en: 'Advertising causes 60% of the sales that the marketplace attributes to it.',
    es: 'La publicidad causa el 60 % de las ventas que el marketplace le atribuye.',
  },
  click_response: {
    pt: 'Os cliques seguem os lances e os orçamentos na mesma proporção.',
    en: 'Clicks follow bids and budgets in proportion.',
    es: 'Los clics siguen a las pujas y los presupuestos en la misma proporción.',
  },
  even_sales: {
    pt: 'Os anúncios da campanha vendem por igual.',
    en: 'The listings of the campaign sell equally well.',
    es: 'Las publicaciones de la campaña venden por igual.',
  },
  account_rates: {
    pt: 'Custo por clique e conversão são os usuais da conta.',
    en: 'Cost per click and conversion are those usual in the account.',
    es: 'El costo por clic y la conversión son los habituales de la cuenta.',
  },
};

const DISMISSALS: Readonly<Record<Dismissal, Texts>> = {
  not_my_goal: { pt: 'Não é meu objetivo', en: 'It is not my goal', es: 'No es mi objetivo' },
  not_possible: { pt: 'Não é possível', en: 'It is not possible', es: 'No es posible' },
  data_wrong: {
    pt: 'Os dados estão errados',
    en: 'The data are wrong',
    es: 'Los datos son incorrectos',
  },
  other: { pt: 'Outro motivo', en: 'Another reason', es: 'Otro motivo' },
};

const WHY_NOT: Readonly<Record<NoAdsReason, Texts>> = {
  ready: { pt: 'Pronto para anunciar', en: 'Ready to advertise', es: 'Lista para anunciar' },
  health: { pt: 'Saúde baixa', en: 'Low health', es: 'Salud baja' },
  buybox: { pt: 'Sem o buybox', en: 'Does not hold the buybox', es: 'Sin el buybox' },
  stock: {
    pt: 'Estoque para menos de 14 dias',
    en: 'Stock for less than 14 days',
    es: 'Stock para menos de 14 días',
  },
  cost_missing: { pt: 'Custo não informado', en: 'Cost not entered', es: 'Costo no informado' },
  no_margin: {
    pt: 'Sem margem no preço atual',
    en: 'No margin at the present price',
    es: 'Sin margen al precio actual',
  },
  no_rates: {
    pt: 'Conta com poucos cliques',
    en: 'Account with few clicks',
    es: 'Cuenta con pocos clics',
  },
  clicks_too_dear: {
    pt: 'Cliques custam mais que a margem',
    en: 'Clicks cost more than the margin',
    es: 'Los clics cuestan más que el margen',
  },
  no_sales: {
    pt: 'Sem vendas em 60 dias',
    en: 'No sales in 60 days',
    es: 'Sin ventas en 60 días',
  },
  not_evaluated: { pt: 'Ainda não avaliado', en: 'Not evaluated yet', es: 'Aún no evaluada' },
};

export const ADVICE_WORDS: Words = {
  [KIND_WORDS]: KINDS,
  [STAGE_WORDS]: STAGES,
  [ACT_WORDS]: ACTS,
  [STATE_WORDS]: STATES,
  [ASSUMED_WORDS]: ASSUMED,
  [DISMISSAL_WORDS]: DISMISSALS,
  [WHY_NOT_WORDS]: WHY_NOT,
};
