import { type ProblemTable, problemsOf } from '../../kernel/problem.ts';

/** The error codes of shipping. */
export const PROBLEMS = {
  shipping_record_not_found: {
    status: 404,
    remedy: 'refresh',
    pt: 'Este cadastro não existe mais.',
    en: 'This record no longer exists.',
    es: 'Este registro ya no existe.',
  },
  shipping_record_changed: {
    status: 409,
    remedy: 'refresh',
    pt: 'Outra pessoa mudou este cadastro. Atualize a página e confira antes de salvar.',
    en: 'Someone else changed this record. Refresh the page and check it before you save.',
    es: 'Otra persona cambió este registro. Actualiza la página y revísalo antes de guardar.',
  },
  tax_number_taken: {
    status: 409,
    remedy: 'correct',
    pt: 'Já existe um cadastro com este CPF ou CNPJ: {{name}}.',
    en: 'There is a record with this CPF or CNPJ: {{name}}.',
    es: 'Ya existe un registro con este CPF o CNPJ: {{name}}.',
  },
  unknown_city: {
    status: 422,
    remedy: 'correct',
    pt: 'Este município não existe. Escolha um da lista.',
    en: 'There is no such municipality. Choose one from the list.',
    es: 'Este municipio no existe. Elige uno de la lista.',
  },
  credit_entry_not_found: {
    status: 404,
    remedy: 'refresh',
    pt: 'O lançamento a estornar não existe.',
    en: 'There is no such entry to reverse.',
    es: 'El movimiento por revertir no existe.',
  },
  credit_entry_reversed: {
    status: 409,
    remedy: 'none',
    pt: 'Este lançamento já foi estornado, ou é um estorno.',
    en: 'This entry has been reversed, or is a reversal.',
    es: 'Este movimiento ya fue revertido, o es una reversión.',
  },
  credit_reference_taken: {
    status: 409,
    remedy: 'correct',
    pt: 'Já existe outro lançamento com esta referência: {{reference}}.',
    en: 'There is another entry with this reference: {{reference}}.',
    es: 'Ya existe otro movimiento con esta referencia: {{reference}}.',
  },
  credit_too_low: {
    status: 409,
    remedy: 'correct',
    pt: 'O crédito de frete não é suficiente para este lançamento. Adicione crédito antes.',
    en: 'There is not enough shipping credit for this entry. Add credit first.',
    es: 'El crédito de envíos no alcanza para este movimiento. Agrega crédito primero.',
  },
} as const satisfies ProblemTable;

export const problem = problemsOf(PROBLEMS);
