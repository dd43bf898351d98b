import { type ProblemTable, problemsOf } from '../kernel/problem.ts';

/** The error codes of deploys. */
export const PROBLEMS = {
  deploy_refused: {
    status: 422,
    remedy: 'correct',
    pt: 'Este módulo não pode ser publicado assim. Veja o motivo na resposta.',
    en: 'This module cannot be deployed like this. The answer gives the reason.',
    es: 'Este módulo no se puede publicar así. La respuesta dice por qué.',
  },
} as const satisfies ProblemTable;

export const problem = problemsOf(PROBLEMS);
