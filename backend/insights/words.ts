// Labels of the figures of insights, and what each of them counts.
import type { Locale } from '../kernel/id.ts';
import type { Words } from '../kernel/open-enum.ts';
import { ADVICE_WORDS } from './advice/words.ts';
import {
  formulaOf,
  GROUP_WORDS,
  isOfMoney,
  METRIC_NAMES,
  METRIC_WORDS,
  type MetricGroup,
  type MetricInfo,
  type MetricName,
  metricOf,
  type NullReason,
  nullReasonsOf,
  REASON_WORDS,
} from './contract.ts';
import { METRIC_TEXTS } from './metric-texts.ts';

type Texts = Readonly<Record<Locale, string>>;

const GROUPS: Readonly<Record<MetricGroup, Texts>> = {
  sales: { pt: 'Vendas', en: 'Sales', es: 'Ventas' },
  profit: { pt: 'Custos e margem', en: 'Costs and margin', es: 'Costos y margen' },
  buybox: { pt: 'Buybox', en: 'Buybox', es: 'Buybox' },
  pricing: { pt: 'Preços', en: 'Prices', es: 'Precios' },
  ads: { pt: 'Publicidade', en: 'Advertising', es: 'Publicidad' },
};

const REASONS: Readonly<Record<NullReason, Texts>> = {
  no_source: {
    pt: 'O Primazia ainda não lê estes dados.',
    en: 'Primazia does not read these data yet.',
    es: 'Primazia todavía no lee estos datos.',
  },
  not_read: {
    pt: 'Os pedidos destes dias não foram lidos.',
    en: 'The orders of these days have not been read.',
    es: 'Los pedidos de estos días no se leyeron.',
  },
  not_observed: {
    pt: 'Nestes dias nenhum anúncio foi consultado.',
    en: 'No listing was checked on these days.',
    es: 'En estos días no se consultó ninguna publicación.',
  },
  ads_not_read: {
    pt: 'A publicidade destes dias não foi lida em nenhuma das contas.',
    en: 'The advertising of these days has been read for none of the accounts.',
    es: 'La publicidad de estos días no se leyó en ninguna de las cuentas.',
  },
  no_denominator: {
    pt: 'Não é possível calcular: o divisor é zero.',
    en: 'It cannot be calculated: the divisor is zero.',
    es: 'No se puede calcular: el divisor es cero.',
  },
  not_known: {
    pt: 'O valor não é conhecido em nenhuma das vendas. Informe os custos dos anúncios.',
    en: 'The value is known for none of the sales. Enter the costs of the listings.',
    es: 'El valor no se conoce en ninguna de las ventas. Ingresa los costos de las publicaciones.',
  },
  not_reported: {
    pt: 'O marketplace não informa os reembolsos destas vendas.',
    en: 'The marketplace does not report the refunds of these sales.',
    es: 'El marketplace no informa los reembolsos de estas ventas.',
  },
  other_sales: {
    pt: 'O custo da mercadoria e a margem são conhecidos em vendas diferentes. Complete os custos dos anúncios.',
    en: 'The cost of goods and the margin are known for different sales. Complete the costs of the listings.',
    es: 'El costo de la mercadería y el margen se conocen en ventas distintas. Completa los costos de las publicaciones.',
  },
};

/** The labels by name, and the longer texts by `<name>_text`. */
const metrics: Words[string] = Object.fromEntries(
  METRIC_NAMES.flatMap((name) => {
    const { pt, en, es } = METRIC_TEXTS[name];
    return [
      [name, { pt: pt[0], en: en[0], es: es[0] }],
      [`${name}_text`, { pt: pt[1], en: en[1], es: es[1] }],
    ];
  }),
);

/** Labels of the values of the open enums of insights. */
export const WORDS: Words = {
  ...ADVICE_WORDS,
  [METRIC_WORDS]: metrics,
  [REASON_WORDS]: REASONS,
  [GROUP_WORDS]: GROUPS,
};

const metricIn = (name: MetricName, locale: Locale): MetricInfo => {
  const metric = metricOf(name);
  const [label, text] = METRIC_TEXTS[name][locale];
  return {
    metric: name,
    label,
    text,
    group: metric.group,
    unit: metric.unit,
    better: metric.better,
    formula: formulaOf(metric),
    isRatio: metric.per !== undefined,
    isOfMoney: isOfMoney(metric),
    nullReasons: nullReasonsOf(metric),
  };
};

/** Every metric, with its texts in a language. */
export const metricsIn = (locale: Locale): MetricInfo[] =>
  METRIC_NAMES.map((name) => metricIn(name, locale));
