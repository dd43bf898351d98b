import { type ProblemTable, problemsOf } from '../kernel/problem.ts';

/** The error codes of sales. */
export const PROBLEMS = {
  orders_not_told: {
    status: 409,
    remedy: 'none',
    pt: 'O Primazia não lê pedidos deste marketplace.',
    en: 'Primazia does not read orders of this marketplace.',
    es: 'Primazia no lee pedidos de este marketplace.',
  },
} as const satisfies ProblemTable;

export const problem = problemsOf(PROBLEMS);
