// The words of the fields of a rule, apart from the table of those fields: a page needs the table before its first rows, and
// loads the words later.
import type { Locale } from '../../kernel/id.ts';
import { kindOf, type RuleColumn, type RuleKey, ruleField } from './rule-shapes.ts';
import type { ValueWords, Words } from './rule-table.ts';

/** The words of a column of a spreadsheet. */
export interface ColumnWords {
  /** Further names that are understood: those that people give the column, and those that our files had before. */
  others: readonly string[];
  /** What the column means; `{values}` stands for the words of its values. */
  text: Words;
  /** The words of values that are no numbers. */
  values?: Readonly<Record<string, ValueWords>>;
}

interface FieldWords {
  /** How forms, bulk actions and histories call it; where it is a percentage, its control adds the sign. */
  name: Words;
  /** One sentence below its control. */
  text?: Words;
  /** What its values are called. */
  values?: Readonly<Record<string, Words>>;
  /** What is wrong and the cure, by code; codes that are not here have a general text in the kit. */
  faults?: Readonly<Record<string, Words>>;
  /** `name` only where the column's heading differs from the field's name. */
  column?: ColumnWords & { name?: Words };
}

/** Those that the form holds in other words, with no text of their own. */
type Wordless = 'allMarketplaces' | 'outsideBuyboxExceptions';

export const RULE_WORDS = {
  status: {
    name: { pt: 'Regra ativa', en: 'Rule active', es: 'Regla activa' },
    column: {
      name: { pt: 'Situação da regra', en: 'Rule status', es: 'Estado de la regla' },
      others: ['status da regra', 'status', 'estado', 'situacao'],
      text: {
        pt: '1 ativa, 2 desativada.',
        en: '1 active, 2 disabled.',
        es: '1 activa, 2 desactivada.',
      },
      values: {
        // A paused rule is neither: its empty cell keeps it so.
        enabled: {
          pt: '1',
          en: '1',
          es: '1',
          others: [
            'active',
            'enabled',
            'ativo',
            'ativa',
            'ativada',
            'activo',
            'activa',
            'activada',
          ],
        },
        disabled: {
          pt: '2',
          en: '2',
          es: '2',
          others: ['disabled', 'desativado', 'desativada', 'inativa', 'desactivada', 'inactiva'],
        },
      },
    },
  },
  competition: {
    name: {
      pt: 'Onde a regra compete',
      en: 'Where the rule competes',
      es: 'Dónde compite la regla',
    },
    column: {
      others: [
        'o que a regra olha',
        'what the rule looks at',
        'que mira la regla',
        'onde se aplica',
        'where it applies',
        'donde se aplica',
        'aplicacao',
        'aplica se a',
        'competition',
        'competicao',
      ],
      text: {
        pt: 'Buybox ou Fora do buybox.',
        en: 'Buybox or Outside the buybox.',
        es: 'Buybox o Fuera del buybox.',
      },
      values: {
        BUYBOX: { pt: 'Buybox', en: 'Buybox', es: 'Buybox', others: ['buy box'] },
        EXTERNAL: {
          pt: 'Fora do buybox',
          en: 'Outside the buybox',
          es: 'Fuera del buybox',
          others: ['external', 'outside buybox', 'fuera de la buybox', 'fora da buybox'],
        },
        ACOS: { pt: 'ACOS', en: 'ACOS', es: 'ACOS', others: [] },
        ROAS: { pt: 'ROAS', en: 'ROAS', es: 'ROAS', others: [] },
      },
    },
  },
  strategy: {
    name: { pt: 'Estratégia', en: 'Strategy', es: 'Estrategia' },
    column: {
      others: [],
      text: {
        pt: '{values}. Obrigatória em anúncios ainda sem regra.',
        en: '{values}. Required for listings that have no rule yet.',
        es: '{values}. Obligatoria en publicaciones que aún no tienen regla.',
      },
    },
  },
  baseOn: {
    name: { pt: 'Referência', en: 'Reference', es: 'Referencia' },
    values: {
      LOWEST_PRICE: { pt: 'Menor preço', en: 'Lowest price', es: 'Menor precio' },
      WINNER: { pt: 'Quem ganha o buybox', en: 'Buybox winner', es: 'Quien gana el buybox' },
    },
  },
  adjustment: {
    name: { pt: 'Diferença', en: 'Difference', es: 'Diferencia' },
  },
  acosLimit: {
    name: { pt: 'Limite de ACOS', en: 'ACOS limit', es: 'Límite de ACOS' },
    text: {
      pt: 'Dos últimos 30 dias deste anúncio.',
      en: 'Of the last 30 days of this listing.',
      es: 'De los últimos 30 días de esta publicación.',
    },
    faults: {
      required: {
        pt: 'Escreva o limite, por exemplo 15.',
        en: 'Write the limit, for example 15.',
        es: 'Escribe el límite, por ejemplo 15.',
      },
    },
  },
  roasLimit: {
    name: { pt: 'Limite de ROAS', en: 'ROAS limit', es: 'Límite de ROAS' },
    text: {
      pt: 'Dos últimos 30 dias deste anúncio, por exemplo 4.',
      en: 'Of the last 30 days of this listing, for example 4.',
      es: 'De los últimos 30 días de esta publicación, por ejemplo 4.',
    },
    faults: {
      required: {
        pt: 'Escreva o limite, por exemplo 4.',
        en: 'Write the limit, for example 4.',
        es: 'Escribe el límite, por ejemplo 4.',
      },
    },
  },
  minimumBy: {
    name: { pt: 'Mínimo por', en: 'Minimum by', es: 'Mínimo por' },
  },
  minPrice: {
    name: { pt: 'Preço mínimo', en: 'Minimum price', es: 'Precio mínimo' },
    text: {
      pt: 'A regra nunca vai abaixo dele. Em branco, cada alteração aguarda aprovação.',
      en: 'The rule never goes below it. If blank, each change waits for approval.',
      es: 'La regla nunca baja de él. En blanco, cada cambio espera aprobación.',
    },
    faults: {
      greater_than_zero: {
        pt: 'Escreva um valor acima de zero, ou deixe em branco para não ter mínimo.',
        en: 'Write an amount above zero, or leave it blank for no minimum.',
        es: 'Escribe un valor mayor que cero, o déjalo en blanco para no tener mínimo.',
      },
    },
    column: {
      others: ['minimo', 'valor minimo', 'min', 'min price', 'minimum', 'preco min', 'precio min'],
      text: {
        pt: 'Como 84,90. Menor que o máximo. Com ponto e três casas (1.299) não dá para saber se é mil ou um: escreva 1299,00.',
        en: 'Such as 84.90. Less than the maximum. With three decimals (1.299) it is not clear whether this is a thousand or one: write 1299.00.',
        es: 'Como 84,90. Menor que el máximo. Con punto y tres cifras (1.299) no se sabe si es mil o uno: escribe 1299,00.',
      },
    },
  },
  minimumPercent: {
    name: {
      pt: 'Margem ou retorno mínimo',
      en: 'Minimum margin or return',
      es: 'Margen o retorno mínimo',
    },
    faults: {
      required: {
        pt: 'Escreva o mínimo, por exemplo 10.',
        en: 'Write the minimum, for example 10.',
        es: 'Escribe el mínimo, por ejemplo 10.',
      },
      too_large: {
        pt: 'Margem impossível: informe um percentual menor.',
        en: 'Impossible margin: enter a lower percentage.',
        es: 'Margen imposible: indica un porcentaje menor.',
      },
    },
  },
  maxPrice: {
    name: { pt: 'Preço máximo', en: 'Maximum price', es: 'Precio máximo' },
    text: {
      pt: 'Sem concorrente, o preço vai até ele.',
      en: 'Without a competitor the price rises to it.',
      es: 'Sin competidor, el precio sube hasta él.',
    },
    faults: {
      greater_than_zero: {
        pt: 'Escreva um valor acima de zero, ou deixe em branco para não ter máximo.',
        en: 'Write an amount above zero, or leave it blank for no maximum.',
        es: 'Escribe un valor mayor que cero, o déjalo en blanco para no tener máximo.',
      },
      max_not_above_min: {
        pt: 'Deve ser maior que o mínimo: aumente o máximo ou baixe o mínimo.',
        en: 'It must be above the minimum: raise the maximum or lower the minimum.',
        es: 'Debe ser mayor que el mínimo: sube el máximo o baja el mínimo.',
      },
    },
    column: {
      others: ['maximo', 'valor maximo', 'max', 'max price', 'maximum', 'preco max', 'precio max'],
      text: {
        pt: 'Como 129,90. Maior que o mínimo.',
        en: 'Such as 129.90. Greater than the minimum.',
        es: 'Como 129,90. Mayor que el mínimo.',
      },
    },
  },
  applyMinPriceWhenLosing: {
    name: {
      pt: 'Usar o mínimo quando o preço para ganhar fica abaixo dele',
      en: 'Use the minimum when the price to win is below it',
      es: 'Usar el mínimo cuando el precio para ganar queda por debajo',
    },
  },
  safeMargin: {
    name: { pt: 'Margem segura', en: 'Safe margin', es: 'Margen seguro' },
    text: {
      pt: 'Distância do melhor concorrente ao subir o preço enquanto ganha.',
      en: 'Distance to the best competitor when raising the price while winning.',
      es: 'Distancia del mejor competidor al subir el precio mientras gana.',
    },
    faults: {
      too_large: {
        pt: 'Escreva no máximo 100.',
        en: 'Write 100 at most.',
        es: 'Escribe 100 como máximo.',
      },
    },
    column: {
      name: { pt: 'Margem segura (%)', en: 'Safe margin (%)', es: 'Margen seguro (%)' },
      others: [
        'margem de seguranca',
        'margen de seguridad',
        'safety margin',
        'margem segura',
        'safe margin',
        'margen seguro',
        'margem',
      ],
      text: {
        pt: 'De 0 a 100: distância do concorrente ao subir o preço.',
        en: 'From 0 to 100: how far from the competitor when the price goes up.',
        es: 'De 0 a 100: distancia del competidor al subir el precio.',
      },
    },
  },
  requiresApproval: {
    name: {
      pt: 'Pedir aprovação antes de cada alteração',
      en: 'Ask for approval before each change',
      es: 'Pedir aprobación antes de cada cambio',
    },
    text: {
      pt: 'A alteração aguarda no histórico até alguém aprovar.',
      en: 'The change waits in the history until someone approves it.',
      es: 'El cambio espera en el historial hasta que alguien lo apruebe.',
    },
    column: {
      name: { pt: 'Pedir aprovação', en: 'Ask for approval', es: 'Pedir aprobación' },
      others: [
        'exige aprovacao',
        'requires approval',
        'requiere aprobacion',
        'pede aprovacao',
        'pedir aprovacao antes de cada mudanca',
        'aprovacao',
        'aprobacion',
        'approval',
      ],
      text: {
        pt: 'Sim: cada alteração de preço aguarda aprovação. Não: é enviada automaticamente.',
        en: 'Yes: each price change waits for approval. No: it is sent automatically.',
        es: 'Sí: cada cambio de precio espera aprobación. No: se envía automáticamente.',
      },
    },
  },
  control: {
    name: {
      pt: 'Se alguém mudar o preço fora do Primazia',
      en: 'If someone changes the price outside Primazia',
      es: 'Si alguien cambia el precio fuera de Primazia',
    },
    values: {
      REGAIN: {
        pt: 'A regra retoma o controle',
        en: 'The rule regains control',
        es: 'La regla retoma el control',
      },
      LOSE: { pt: 'A regra fica pausada', en: 'The rule is paused', es: 'La regla queda pausada' },
    },
    column: {
      others: [
        'se alguem mudar o preco fora daqui',
        'if somebody changes the price elsewhere',
        'si alguien cambia el precio fuera de aqui',
        'controle do preco',
        'price control',
        'control del precio',
        'controle de preco',
        'control de precio',
        'control',
      ],
      text: {
        pt: 'A regra retoma o controle, ou A regra fica pausada.',
        en: 'The rule regains control, or The rule is paused.',
        es: 'La regla retoma el control, o La regla queda pausada.',
      },
      values: {
        REGAIN: {
          pt: 'A regra retoma o controle',
          en: 'The rule regains control',
          es: 'La regla retoma el control',
          others: [
            'retomar',
            'recuperar',
            'manter',
            'keep',
            'mantener',
            'the rule takes control back',
          ],
        },
        LOSE: {
          pt: 'A regra fica pausada',
          en: 'The rule is paused',
          es: 'La regla queda pausada',
          others: ['pausar', 'pause', 'ceder', 'perder'],
        },
      },
    },
  },
  considerShippingPrice: {
    name: {
      pt: 'Comparar preço mais frete',
      en: 'Compare price plus shipping',
      es: 'Comparar precio más envío',
    },
  },
  comparison: {
    name: { pt: 'Comparar com', en: 'Compare with', es: 'Comparar con' },
    values: {
      IDENTICAL: {
        pt: 'Só produtos idênticos',
        en: 'Identical products only',
        es: 'Solo productos idénticos',
      },
      SIMILAR: {
        pt: 'Idênticos e similares',
        en: 'Identical and similar',
        es: 'Idénticos y similares',
      },
    },
  },
  marketplaceId: {
    name: {
      pt: 'Concorrentes de quais marketplaces',
      en: 'Competitors from which marketplaces',
      es: 'Competidores de qué marketplaces',
    },
  },
  buyboxExceptions: {
    name: {
      pt: 'Concorrentes a excluir',
      en: 'Competitors to leave out',
      es: 'Competidores a excluir',
    },
  },
  warGuard: {
    name: {
      pt: 'Pausar em guerras de preços',
      en: 'Pause in price wars',
      es: 'Pausar en guerras de precios',
    },
    text: {
      pt: 'Quando um concorrente e a regra baixam o preço um contra o outro várias vezes, a regra pausa e depois tenta subir o preço uma vez.',
      en: 'When a competitor and the rule keep undercutting each other, repricing pauses, then tries one price increase.',
      es: 'Cuando un competidor y la regla se bajan el precio varias veces, la regla pausa y luego intenta subir el precio una vez.',
    },
  },
  startDate: {
    name: { pt: 'Começa em', en: 'Starts on', es: 'Empieza el' },
  },
  endDate: {
    name: { pt: 'Termina em', en: 'Ends on', es: 'Termina el' },
    faults: {
      end_not_after_start: {
        pt: 'O fim deve vir depois do início: mude uma das datas.',
        en: 'The end must be after the start: change one of the dates.',
        es: 'El fin debe ser posterior al inicio: cambia una de las fechas.',
      },
    },
  },
} satisfies Record<Exclude<RuleKey, Wordless>, FieldWords> &
  Record<RuleColumn, { column: ColumnWords }>;

/** A column of a spreadsheet; its heading in each language is also what people know the field by. */
export interface SpreadsheetColumn extends ColumnWords {
  name: Words;
}

const YES_NO: ColumnWords['values'] = {
  true: {
    pt: 'Sim',
    en: 'Yes',
    es: 'Sí',
    others: ['true', 's', 'y', 'verdadeiro', 'verdadero'],
  },
  false: { pt: 'Não', en: 'No', es: 'No', others: ['false', 'n', 'falso'] },
};

/** A column that a field of a rule has in spreadsheets, with the fault of a cell that has none of its words. */
export function columnOf(key: RuleColumn): SpreadsheetColumn & { unknown: string | undefined } {
  const { name, column }: { name: Words; column: ColumnWords } = RULE_WORDS[key];
  const { spreadsheet } = ruleField(key);
  const isFlag = kindOf(key) === 'flag';
  const values = isFlag ? YES_NO : (spreadsheet?.values ?? column.values);
  return {
    name,
    ...column,
    ...(values === undefined ? {} : { values }),
    unknown: isFlag ? 'approval_unknown' : spreadsheet?.unknown,
  };
}

/** A text with the words of a column's values for `{values}`. */
export function withValues(text: string, { values = {} }: ColumnWords, locale: Locale): string {
  const words = Object.values(values).map((value) => value[locale]);
  const list = new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
  return text.replace('{values}', list);
}

/** The meaning of a column. */
export const columnText = (column: ColumnWords, locale: Locale): string =>
  withValues(column.text[locale], column, locale);
