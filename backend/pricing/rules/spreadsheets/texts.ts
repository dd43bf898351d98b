// The texts of spreadsheets: why a row is wrong, and what the columns mean.
import type { Locale } from '../../../kernel/id.ts';
import type { SheetFaultCode } from '../../contract.ts';

type Faults = Readonly<Record<SheetFaultCode, string>>;

/** Shown in the file itself. `{values}` is replaced by the words of the column's values. */
export const FAULT_TEXTS: Readonly<Record<Locale, Faults>> = {
  pt: {
    not_a_sheet: 'O arquivo não é uma planilha que possamos ler',
    expands_too_far: 'O arquivo é muito grande depois de descompactado',
    too_many_rows: 'O arquivo tem linhas demais',
    no_rows: 'O arquivo não tem linhas',
    no_key_column: 'Falta a coluna que diz qual é o anúncio: ID, SKU ou ASIN/MLB',
    no_value_column: 'Falta uma coluna da regra, como preço mínimo',
    column_twice: 'Esta coluna aparece duas vezes',
    too_many_columns: 'A linha tem mais células que o cabeçalho: confira o separador',
    line_too_long: 'A linha é longa demais',
    key_missing: 'A linha não diz qual é o anúncio',
    id_invalid: 'O ID é um número inteiro',
    sku_invalid: 'O SKU tem no máximo 100 caracteres',
    sku_marketplace_invalid: 'O código não tem espaços e tem no máximo 100 caracteres',
    link_invalid: 'Não é um link: deve começar com https://',
    link_host: 'O link não leva a um marketplace: copie o endereço da página do anúncio',
    listing_not_found: 'Nenhum anúncio tem este código',
    keys_differ:
      'Os códigos desta linha são de anúncios diferentes, ou o valor é de outra moeda: informe o código de cada anúncio e o valor na moeda dele',
    several_listings: 'Vários anúncios têm este código: informe também o ID',
    listing_twice: 'Uma linha anterior já trata deste anúncio',
    not_a_number: 'Não é um número',
    number_ambiguous: 'Pode ser milhar ou decimal',
    not_negative: 'Não pode ser negativo',
    greater_than_zero: 'Deve ser maior que zero',
    two_decimals: 'No máximo duas casas decimais',
    over_100: 'Não pode passar de 100%',
    too_large: 'O valor é grande demais',
    max_not_above_min: 'O máximo deve ser maior que o mínimo',
    not_with_this_minimum:
      'O mínimo da regra é definido por margem ou retorno: altere-o no formulário',
    strategy_unknown: 'Escreva {values}',
    strategy_missing: 'Uma regra nova precisa de uma estratégia',
    approval_unknown: 'Escreva Sim ou Não',
    control_unknown: 'Escreva A regra retoma o controle, ou A regra fica pausada',
    competition_unknown: 'Escreva Fora do buybox, ou Buybox onde o marketplace tem um',
    competition_needs_form: 'ACOS e ROAS precisam de um limite: use o formulário',
    status_unknown: 'Escreva 1 (ativa) ou 2 (desativada)',
    group_rule:
      'Uma regra de grupo, ou a de outro anúncio com o mesmo preço, controla o preço deste anúncio: altere-a no formulário',
    rule_changed: 'A regra mudou depois da leitura do arquivo',
  },
  en: {
    not_a_sheet: 'The file is not a spreadsheet that we can read',
    expands_too_far: 'The file is too large when unpacked',
    too_many_rows: 'The file has too many rows',
    no_rows: 'The file has no rows',
    no_key_column: 'The column that names the listing is missing: ID, SKU or ASIN/MLB',
    no_value_column: 'A column of the rule is missing, such as minimum price',
    column_twice: 'Duplicate column',
    too_many_columns: 'The row has more cells than the header: check the separator',
    line_too_long: 'The row is too long',
    key_missing: 'The row does not name a listing',
    id_invalid: 'An ID is a whole number',
    sku_invalid: 'A SKU has 100 characters at most',
    sku_marketplace_invalid: 'The code has no spaces and 100 characters at most',
    link_invalid: 'Not a link: it must start with https://',
    link_host: 'The link does not lead to a marketplace: copy the address of the listing’s page',
    listing_not_found: 'No listing has this code',
    keys_differ:
      'The codes of this row belong to different listings, or the amount to another currency: give the code of each listing, and the amount in its currency',
    several_listings: 'Several listings have this code: give the ID too',
    listing_twice: 'An earlier row is about this listing already',
    not_a_number: 'Not a number',
    number_ambiguous: 'This may be thousands or decimals',
    not_negative: 'It cannot be negative',
    greater_than_zero: 'It must be greater than zero',
    two_decimals: 'Two decimal places at most',
    over_100: 'It cannot be over 100%',
    too_large: 'The value is too large',
    max_not_above_min: 'The maximum must be greater than the minimum',
    not_with_this_minimum:
      'The rule’s minimum is set as a margin or a return: change it in the form',
    strategy_unknown: 'Write {values}',
    strategy_missing: 'A new rule needs a strategy',
    approval_unknown: 'Write Yes or No',
    control_unknown: 'Write The rule regains control, or The rule is paused',
    competition_unknown: 'Write Outside the buybox, or Buybox where the marketplace has one',
    competition_needs_form: 'ACOS and ROAS need a limit: use the form',
    status_unknown: 'Write 1 (active) or 2 (disabled)',
    group_rule:
      'A group rule, or that of another listing with the same price, controls the price of this listing: change it in the form',
    rule_changed: 'The rule changed after the file was read',
  },
  es: {
    not_a_sheet: 'El archivo no es una planilla que podamos leer',
    expands_too_far: 'El archivo es demasiado grande al descomprimirlo',
    too_many_rows: 'El archivo tiene demasiadas filas',
    no_rows: 'El archivo no tiene filas',
    no_key_column: 'Falta la columna que dice cuál es la publicación: ID, SKU o ASIN/MLB',
    no_value_column: 'Falta una columna de la regla, como precio mínimo',
    column_twice: 'Esta columna aparece dos veces',
    too_many_columns: 'La fila tiene más celdas que el encabezado: revisa el separador',
    line_too_long: 'La fila es demasiado larga',
    key_missing: 'La fila no dice cuál es la publicación',
    id_invalid: 'El ID es un número entero',
    sku_invalid: 'El SKU tiene 100 caracteres como máximo',
    sku_marketplace_invalid: 'El código no tiene espacios y tiene 100 caracteres como máximo',
    link_invalid: 'No es un enlace: debe empezar con https://',
    link_host:
      'El enlace no lleva a un marketplace: copia la dirección de la página de la publicación',
    listing_not_found: 'Ninguna publicación tiene este código',
    keys_differ:
      'Los códigos de esta fila son de publicaciones diferentes, o el valor es de otra moneda: indica el código de cada publicación y el valor en su moneda',
    several_listings: 'Varias publicaciones tienen este código: indica también el ID',
    listing_twice: 'Una fila anterior ya trata de esta publicación',
    not_a_number: 'No es un número',
    number_ambiguous: 'Pueden ser miles o decimales',
    not_negative: 'No puede ser negativo',
    greater_than_zero: 'Debe ser mayor que cero',
    two_decimals: 'Dos decimales como máximo',
    over_100: 'No puede pasar de 100 %',
    too_large: 'El valor es demasiado grande',
    max_not_above_min: 'El máximo debe ser mayor que el mínimo',
    not_with_this_minimum:
      'El mínimo de la regla está definido por margen o retorno: cámbialo en el formulario',
    strategy_unknown: 'Escribe {values}',
    strategy_missing: 'Una regla nueva necesita una estrategia',
    approval_unknown: 'Escribe Sí o No',
    control_unknown: 'Escribe La regla retoma el control, o La regla queda pausada',
    competition_unknown: 'Escribe Fuera del buybox, o Buybox donde el marketplace tiene uno',
    competition_needs_form: 'ACOS y ROAS necesitan un límite: usa el formulario',
    status_unknown: 'Escribe 1 (activa) o 2 (desactivada)',
    group_rule:
      'Una regla de grupo, o la de otra publicación con el mismo precio, controla el precio de esta publicación: cámbiala en el formulario',
    rule_changed: 'La regla cambió después de la lectura del archivo',
  },
};

interface Texts {
  fileName: string;
  failedName: string;
  rules: string;
  help: string;
  reason: string;
  column: string;
  meaning: string;
  example: string;
  title: string;
  /** Between the two possible readings of an ambiguous number. */
  or: string;
  hints: readonly string[];
}

export const TEXTS: Readonly<Record<Locale, Texts>> = {
  pt: {
    fileName: 'regras',
    failedName: 'linhas-com-erro',
    rules: 'Regras',
    help: 'Colunas',
    reason: 'Motivo',
    column: 'Coluna',
    meaning: 'O que significa',
    example: '# exemplo',
    title: 'Título',
    or: 'ou',
    hints: [
      'Uma célula vazia não muda o valor da regra.',
      'Linhas que começam com # e um espaço são ignoradas, assim como colunas com outros nomes.',
    ],
  },
  en: {
    fileName: 'rules',
    failedName: 'rows-with-errors',
    rules: 'Rules',
    help: 'Columns',
    reason: 'Reason',
    column: 'Column',
    meaning: 'What it means',
    example: '# example',
    title: 'Title',
    or: 'or',
    hints: [
      'An empty cell leaves the value of the rule as it is.',
      'Rows that begin with # and a space are ignored, and so are columns with other names.',
    ],
  },
  es: {
    fileName: 'reglas',
    failedName: 'filas-con-error',
    rules: 'Reglas',
    help: 'Columnas',
    reason: 'Motivo',
    column: 'Columna',
    meaning: 'Qué significa',
    example: '# ejemplo',
    title: 'Título',
    or: 'o',
    hints: [
      'Una celda vacía no cambia el valor de la regla.',
      'Las filas que empiezan con # y un espacio se ignoran, igual que las columnas con otros nombres.',
    ],
  },
};
