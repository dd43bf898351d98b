// The reasons in the file of rejected rows, for readers who see that file alone.
import type { Locale } from '../../kernel/id.ts';
import type { CostFaultCode } from '../contract.ts';

type Texts = Readonly<Record<CostFaultCode | 'reason', string>>;

export const FAULT_TEXTS: Readonly<Record<Locale, Texts>> = {
  pt: {
    reason: 'Motivo',
    not_csv: 'A partir daqui o arquivo não é um CSV: confira as aspas',
    no_key_column: 'Falta a coluna que diz qual é o anúncio, como SKU',
    no_value_column: 'Falta uma coluna com valores, como custo',
    column_twice: 'Esta coluna aparece duas vezes',
    too_many_columns: 'A linha tem mais células que o cabeçalho: confira o separador',
    key_missing: 'A linha não diz qual é o anúncio',
    listing_not_found: 'Nenhum anúncio tem este código',
    keys_differ:
      'Os códigos desta linha são de anúncios diferentes, ou de moeda diferente: informe o código de cada anúncio e a moeda dele',
    listing_twice: 'Uma linha anterior já trata deste anúncio',
    not_a_number: 'Não é um número',
    number_ambiguous: 'Pode ser milhar ou decimal: escreva 1234,00 ou 1,23',
    not_negative: 'Não pode ser negativo',
    over_100: 'Não pode passar de 100%',
    two_decimals: 'No máximo duas casas decimais',
    too_large: 'O valor é grande demais',
  },
  en: {
    reason: 'Reason',
    not_csv: 'From here on the file is not CSV: check the quotes',
    no_key_column: 'The column that names the listing is missing, such as SKU',
    no_value_column: 'A column with values is missing, such as cost',
    column_twice: 'Duplicate column',
    too_many_columns: 'The row has more cells than the header: check the separator',
    key_missing: 'The row does not name its listing',
    listing_not_found: 'No listing has this code',
    keys_differ:
      'The codes of this row belong to different listings, or to another currency: give the code of each listing, and its currency',
    listing_twice: 'An earlier row is about this listing already',
    not_a_number: 'Not a number',
    number_ambiguous: 'Thousands or decimals? Write 1234.00 or 1.23',
    not_negative: 'It cannot be negative',
    over_100: 'It cannot be over 100%',
    two_decimals: 'Two decimal places at most',
    too_large: 'The value is too large',
  },
  es: {
    reason: 'Motivo',
    not_csv: 'Desde aquí el archivo no es un CSV: revisa las comillas',
    no_key_column: 'Falta la columna que dice cuál es la publicación, como SKU',
    no_value_column: 'Falta una columna con valores, como costo',
    column_twice: 'Esta columna aparece dos veces',
    too_many_columns: 'La fila tiene más celdas que el encabezado: revisa el separador',
    key_missing: 'La fila no dice cuál es la publicación',
    listing_not_found: 'Ninguna publicación tiene este código',
    keys_differ:
      'Los códigos de esta fila son de publicaciones distintas, o de otra moneda: indica el código de cada publicación y su moneda',
    listing_twice: 'Una fila anterior ya trata de esta publicación',
    not_a_number: 'No es un número',
    number_ambiguous: 'Pueden ser miles o decimales: escribe 1234,00 o 1,23',
    not_negative: 'No puede ser negativo',
    over_100: 'No puede pasar de 100 %',
    two_decimals: 'Dos decimales como máximo',
    too_large: 'El valor es demasiado grande',
  },
};
