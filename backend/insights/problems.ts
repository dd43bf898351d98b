import { type FaultTable, faultsOf, type ProblemTable, problemsOf } from '../kernel/problem.ts';

/** What a question for figures can have wrong. */
export const FAULTS = {
  range_in_future: {
    pt: 'O período ainda não começou. Escolha uma data até hoje.',
    en: 'The period has not begun. Choose a date up to today.',
    es: 'El período aún no comenzó. Elige una fecha hasta hoy.',
  },
  over_400_days: {
    pt: 'O período é longo demais. Escolha até 400 dias.',
    en: 'The period is too long. Choose up to 400 days.',
    es: 'El período es demasiado largo. Elige hasta 400 días.',
  },
  too_many_rows: {
    pt: 'A resposta teria mais de 2.000 linhas. Escolha semanas ou meses, um período menor ou menos itens por página.',
    en: 'The answer would have more than 2,000 rows. Choose weeks or months, a shorter period or fewer items a page.',
    es: 'La respuesta tendría más de 2.000 filas. Elige semanas o meses, un período menor o menos elementos por página.',
  },
  listings_required: {
    pt: 'Para agrupar por anúncio, escolha de 1 a 200 anúncios.',
    en: 'To group by listing, choose 1 to 200 listings.',
    es: 'Para agrupar por publicación, elige de 1 a 200 publicaciones.',
  },
  campaigns_have_ads_only: {
    pt: 'Por campanha há apenas indicadores de publicidade, sem TACOS e sem filtro por anúncio. Remova os outros, ou o filtro ou agrupamento por campanha.',
    en: 'By campaign there are only figures of advertising, without TACOS and without a filter by listing. Remove the others, or the filter or grouping by campaign.',
    es: 'Por campaña solo hay indicadores de publicidad, sin TACOS y sin filtro por publicación. Quita los demás, o el filtro o la agrupación por campaña.',
  },
} as const satisfies FaultTable;

export const fault = faultsOf(FAULTS);

/** The error codes of insights. */
export const PROBLEMS = {
  recommendation_not_found: {
    status: 404,
    remedy: 'refresh',
    pt: 'Esta recomendação não existe mais. Atualize a página.',
    en: 'This recommendation no longer exists. Refresh the page.',
    es: 'Esta recomendación ya no existe. Actualiza la página.',
  },
  recommendation_not_done_here: {
    status: 409,
    remedy: 'none',
    pt: 'Esta recomendação não é feita por aqui. Abra a página dela.',
    en: 'This recommendation is not done from here. Open its page.',
    es: 'Esta recomendación no se hace desde aquí. Abre su página.',
  },
  recommendation_not_applied: {
    status: 409,
    remedy: 'refresh',
    pt: 'Não há o que desfazer nesta recomendação.',
    en: 'There is nothing to undo of this recommendation.',
    es: 'No hay nada que deshacer en esta recomendación.',
  },
} as const satisfies ProblemTable;

export const problem = problemsOf(PROBLEMS);
