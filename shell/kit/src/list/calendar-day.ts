import {
  type CalendarDate,
  parseAbsoluteToLocal,
  parseDate,
  toCalendarDate,
} from '@internationalized/date';
import { isDay } from './filter-validation.ts';

/** The day of a date filter's value; of an instant, in the time zone of the person. */
export const calendarDay = (value: string): CalendarDate =>
  isDay(value) ? parseDate(value) : toCalendarDate(parseAbsoluteToLocal(value));
