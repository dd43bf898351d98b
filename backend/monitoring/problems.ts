import { type ProblemTable, problemsOf } from '../kernel/problem.ts';

/** The error codes of monitoring. */
export const PROBLEMS = {
  competitor_not_found: {
    status: 404,
    remedy: 'refresh',
    pt: 'Este concorrente não é mais monitorado.',
    en: 'This competitor is no longer monitored.',
    es: 'Este competidor ya no está monitoreado.',
  },
  match_contradicted: {
    status: 422,
    remedy: 'correct',
    pt: 'Os dois produtos não podem ser idênticos. {{reason}}. Deixe-o como similar, ou remova-o.',
    en: 'The two products cannot be identical. {{reason}}. Leave it as similar, or remove it.',
    es: 'Los dos productos no pueden ser idénticos. {{reason}}. Déjalo como similar, o elimínalo.',
  },
  link_not_watched: {
    status: 422,
    remedy: 'correct',
    pt: 'Este link não pode ser monitorado. {{reason}}',
    en: 'This link cannot be monitored. {{reason}}',
    es: 'Este enlace no se puede monitorear. {{reason}}',
  },
  gtin_invalid: {
    status: 422,
    remedy: 'correct',
    pt: 'Este código EAN não existe. Confira os dígitos: são 8, 12, 13 ou 14.',
    en: 'There is no such EAN. Check the digits: there are 8, 12, 13 or 14.',
    es: 'Este código EAN no existe. Revisa los dígitos: son 8, 12, 13 o 14.',
  },
  price_not_suspect: {
    status: 409,
    remedy: 'refresh',
    pt: 'Não há preço a confirmar neste concorrente.',
    en: 'There is no price to confirm of this competitor.',
    es: 'No hay precio por confirmar en este competidor.',
  },
  sheet_without_columns: {
    status: 422,
    remedy: 'correct',
    pt: 'A planilha precisa de uma coluna com o código do anúncio e de uma com o link do concorrente.',
    en: 'The spreadsheet needs a column with the code of the listing and one with the link of the competitor.',
    es: 'La planilla necesita una columna con el código de la publicación y una con el enlace del competidor.',
  },
  suspect_price_gone: {
    status: 409,
    remedy: 'refresh',
    pt: 'Este preço mudou ou não aparece mais no mercado do anúncio. Veja o preço de agora e decida de novo.',
    en: 'This price has changed, or is no longer in the market of the listing. See the present price and decide again.',
    es: 'Este precio cambió o ya no aparece en el mercado de la publicación. Mira el precio actual y decide de nuevo.',
  },
} as const satisfies ProblemTable;

export const problem = problemsOf(PROBLEMS);
