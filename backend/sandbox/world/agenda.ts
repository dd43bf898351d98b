// When something is due on each page, so that a draft in which much time passes need not go through all offers at each step.
import type { Offer, Product } from './types.ts';

/** The earliest instants by the places of pages, in milliseconds since 1970; Infinity where nothing is due. */
export interface Agenda {
  /** At which a competitor answers. */
  answers: Float64Array;
  /** At which stock arrives or a promotion ends. */
  calendar: Float64Array;
}

/** When a competitor has something to answer. */
export const answerDue = ({ behaviour }: Offer): number =>
  Math.min(behaviour?.reactAt ?? Infinity, behaviour?.promoUntil ?? Infinity);

const calendarDue = ({ restockAt, promotion }: Offer): number =>
  Math.min(restockAt ?? Infinity, promotion?.finishAt ?? Infinity);

/** Notes what a page is due after a change. */
export function note(agenda: Agenda, place: number, { offers }: Product): void {
  let answer = Infinity;
  let calendar = Infinity;
  for (const offer of offers) {
    answer = Math.min(answer, answerDue(offer));
    calendar = Math.min(calendar, calendarDue(offer));
  }
  agenda.answers[place] = answer;
  agenda.calendar[place] = calendar;
}

export function agendaOf(products: readonly Product[]): Agenda {
  const agenda = {
    answers: new Float64Array(products.length),
    calendar: new Float64Array(products.length),
  };
  for (const [place, product] of products.entries()) note(agenda, place, product);
  return agenda;
}

/** The pages on which something is due by an instant, in their order. */
export function dueBy(
  products: readonly Product[],
  instants: Float64Array,
  until: number,
): Product[] {
  const due: Product[] = [];
  for (let place = 0; place < instants.length; place++)
    if (instants[place]! <= until) due.push(products[place]!);
  return due;
}
