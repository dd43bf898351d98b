// When something is due on each page, so that a draft in which much time passes need not go through all offers at each step.
import type { Offer, Product } from './types.ts';

/** Instants by the places of pages, in milliseconds since 1970; Infinity where nothing is due. */
export interface Agenda {
  /** When the first competitor answers. */
  answers: Float64Array;
  /** When the seller of each offer of a page answers. */
  answersByOffer: Float64Array[];
  /** When the first stock arrives or promotion ends. */
  calendar: Float64Array;
}

const answerDue = ({ behaviour }: Offer): number =>
  Math.min(behaviour?.reactAt ?? Infinity, behaviour?.promoUntil ?? Infinity);

const calendarDue = ({ restockAt, promotion }: Offer): number =>
  Math.min(restockAt ?? Infinity, promotion?.finishAt ?? Infinity);

/** Updates the instants of a page after a change. */
export function note(agenda: Agenda, place: number, { offers }: Product): void {
  const answers = agenda.answersByOffer[place]!;
  let answer = Infinity;
  let calendar = Infinity;
  for (let index = 0; index < offers.length; index++) {
    const offer = offers[index]!;
    const due = answerDue(offer);
    answers[index] = due;
    answer = Math.min(answer, due);
    calendar = Math.min(calendar, calendarDue(offer));
  }
  agenda.answers[place] = answer;
  agenda.calendar[place] = calendar;
}

export function agendaOf(products: readonly Product[]): Agenda {
  const agenda = {
    answers: new Float64Array(products.length),
    answersByOffer: products.map(({ offers }) => new Float64Array(offers.length)),
    calendar: new Float64Array(products.length),
  };
  for (const [place, product] of products.entries()) note(agenda, place, product);
  return agenda;
}

/** The places of the pages on which something is due by an instant, in their order. */
export function dueBy(instants: Float64Array, until: number): number[] {
  const due: number[] = [];
  for (let place = 0; place < instants.length; place++)
    if (instants[place]! <= until) due.push(place);
  return due;
}
