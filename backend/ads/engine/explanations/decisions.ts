// Explanations of decisions on campaigns, search terms, ROAS targets and listings, by decision and code. Values in single braces.
import type { Locale } from '../../../kernel/id.ts';

type Sentence = Readonly<Record<Locale, string>>;

export const DECISIONS = {
  'budget.stock_ending': {
    pt: 'O estoque acaba em menos de dois dias: pause a publicidade.',
    en: 'The stock runs out in less than two days: pause the ads.',
    es: 'El stock se acaba en menos de dos días: pausa la publicidad.',
  },
  'budget.low_stock': {
    pt: 'O estoque não dura sete dias: o orçamento fica em {budget}.',
    en: 'The stock does not last seven days: the budget is {budget}.',
    es: 'El stock no dura siete días: el presupuesto queda en {budget}.',
  },
  'budget.not_known': {
    pt: 'Não se sabe por quanto tempo o orçamento durou: ele fica em {budget}.',
    en: 'It is not known for how long the budget lasted: it stays at {budget}.',
    es: 'No se sabe cuánto duró el presupuesto: queda en {budget}.',
  },
  'budget.lasts': {
    pt: 'O orçamento de {budget} dura o dia.',
    en: 'The budget of {budget} lasts the day.',
    es: 'El presupuesto de {budget} dura el día.',
  },
  'budget.does_not_pay': {
    pt: 'O orçamento acaba antes do fim do dia, mas mais cliques não se pagariam com estes lances: ele fica em {budget}.',
    en: 'The budget runs out before the end of the day, but more clicks would not pay at these bids: it stays at {budget}.',
    es: 'El presupuesto se acaba antes de que termine el día, pero más clics no se pagarían con estas pujas: queda en {budget}.',
  },
  'budget.at_maximum': {
    pt: 'O orçamento acaba antes do fim do dia, mas já está no máximo, {budget}.',
    en: 'The budget runs out before the end of the day, but it is at its maximum, {budget}.',
    es: 'El presupuesto se acaba antes de que termine el día, pero ya está en el máximo, {budget}.',
  },
  'budget.binds': {
    pt: 'O orçamento acaba antes do fim do dia, e mais cliques se pagam: {budget}.',
    en: 'The budget runs out before the end of the day, and more clicks pay for themselves: {budget}.',
    es: 'El presupuesto se acaba antes de que termine el día, y más clics se pagan: {budget}.',
  },
  'search.keyword_shown': {
    pt: 'A palavra-chave já aparece: exclua o termo de onde ele veio.',
    en: 'The keyword is shown: exclude the search where it came from.',
    es: 'La palabra clave ya aparece: excluye el término de donde vino.',
  },
  'search.keyword_not_shown_yet': {
    pt: 'A palavra-chave aparece há menos de três dias: excluir o termo agora perderia os cliques.',
    en: 'The keyword has been shown for less than three days: excluding the search now would lose its clicks.',
    es: 'La palabra clave aparece desde hace menos de tres días: excluir el término ahora perdería los clics.',
  },
  'search.not_viable': {
    pt: 'Com {percent}% de probabilidade, um clique não paga o menor lance que aparece.',
    en: 'With a probability of {percent}%, a click does not pay for the lowest bid that is shown.',
    es: 'Con una probabilidad del {percent} %, un clic no paga la puja más baja que aparece.',
  },
  'search.within_target': {
    pt: 'Com {within}% de probabilidade, o termo fica dentro da meta: ele vira palavra-chave com lance de {bid}.',
    en: 'With a probability of {within}%, the search is within the target: it becomes a keyword with a bid of {bid}.',
    es: 'Con una probabilidad del {within} %, el término está dentro de la meta: pasa a ser palabra clave con una puja de {bid}.',
  },
  'search.too_few_orders': {
    pt: 'Com menos de dois pedidos, ainda não vira palavra-chave.',
    en: 'With less than two orders, it does not become a keyword yet.',
    es: 'Con menos de dos pedidos, todavía no pasa a ser palabra clave.',
  },
  'search.target_not_proven': {
    pt: 'Com só {within}% de probabilidade o termo fica dentro da meta: são precisos 70%.',
    en: 'The search is within the target with a probability of {within}% only: it takes 70%.',
    es: 'El término está dentro de la meta con una probabilidad de solo {within} %: hace falta un 70 %.',
  },
  'roas.no_margin': {
    pt: 'Nenhuma meta de ROAS deixa margem.',
    en: 'No ROAS target leaves a margin.',
    es: 'Ninguna meta de ROAS deja margen.',
  },
  'roas.first_target': {
    pt: 'A meta de ROAS que a estratégia pede é {target}.',
    en: 'The ROAS target that the strategy asks for is {target}.',
    es: 'La meta de ROAS que pide la estrategia es {target}.',
  },
  'roas.not_known': {
    pt: 'Ainda não há gasto para calcular o ROAS: a meta fica em {target}.',
    en: 'There is no spend yet from which to calculate the ROAS: the target stays at {target}.',
    es: 'Todavía no hay gasto para calcular el ROAS: la meta queda en {target}.',
  },
  'roas.not_proven': {
    pt: 'O ROAS está abaixo da meta, mas os pedidos ainda são poucos: ela fica em {target}.',
    en: 'The ROAS is below the target, but there are few orders yet: it stays at {target}.',
    es: 'El ROAS está por debajo de la meta, pero los pedidos todavía son pocos: queda en {target}.',
  },
  'roas.resting': {
    pt: 'Mudou há menos de sete dias: o marketplace ainda está aprendendo.',
    en: 'It changed less than seven days ago: the marketplace is still learning.',
    es: 'Cambió hace menos de siete días: el marketplace todavía está aprendiendo.',
  },
  'roas.at_limit': {
    pt: 'Já está no limite.',
    en: 'It is at its limit.',
    es: 'Ya está en el límite.',
  },
  'roas.below_target': {
    pt: 'O ROAS está bem abaixo da meta: ela sobe para {target}.',
    en: 'The ROAS is well below the target: it rises to {target}.',
    es: 'El ROAS está muy por debajo de la meta: sube a {target}.',
  },
  'roas.lost_by_budget': {
    pt: 'O orçamento perde impressões, e o ROAS atinge a meta: {budget} por dia.',
    en: 'The budget loses impressions, and the ROAS reaches the target: {budget} a day.',
    es: 'El presupuesto pierde impresiones, y el ROAS alcanza la meta: {budget} por día.',
  },
  'roas.lost_by_rank': {
    pt: 'Perde impressões pela classificação, com o ROAS bem acima da meta: ela baixa para {target}.',
    en: 'It loses impressions by its rank, with a ROAS well above the target: it falls to {target}.',
    es: 'Pierde impresiones por la clasificación, con el ROAS muy por encima de la meta: baja a {target}.',
  },
  'roas.on_target': {
    pt: 'Nada a mudar: a meta fica em {target}.',
    en: 'Nothing to change: the target stays at {target}.',
    es: 'Nada que cambiar: la meta queda en {target}.',
  },
  'way.KEEP': {
    pt: 'Manter dá o maior resultado: {total} por dia.',
    en: 'Keeping both has the highest result: {total} a day.',
    es: 'Mantener da el mayor resultado: {total} por día.',
  },
  'way.PRICE': {
    pt: 'O preço de {price} dá o maior resultado: {total} por dia, entre {low} e {high}.',
    en: 'A price of {price} has the highest result: {total} a day, between {low} and {high}.',
    es: 'El precio de {price} da el mayor resultado: {total} por día, entre {low} y {high}.',
  },
  'way.ADS': {
    pt: 'Outros lances dão o maior resultado: {total} por dia, entre {low} e {high}.',
    en: 'Other bids have the highest result: {total} a day, between {low} and {high}.',
    es: 'Otras pujas dan el mayor resultado: {total} por día, entre {low} y {high}.',
  },
} as const satisfies Readonly<Record<string, Sentence>>;

export type DecisionCode = keyof typeof DECISIONS;
