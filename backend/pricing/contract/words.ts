// The enums of pricing on the wire. `Any…` is the form of an open enum in answers.
import * as z from 'zod';
import { openEnum } from '../../kernel/open-enum.ts';
import { STRATEGY_KEYS } from '../strategies/registry.ts';

export const Competition = z.enum(['BUYBOX', 'EXTERNAL', 'ACOS', 'ROAS']);
export type Competition = z.infer<typeof Competition>;
export const Strategy = z.enum(STRATEGY_KEYS);
export type Strategy = z.infer<typeof Strategy>;
export const AnyStrategy = openEnum('rule.strategy', Strategy);
export const BaseOn = z.enum(['WINNER', 'LOWEST_PRICE']);
export type BaseOn = z.infer<typeof BaseOn>;
/** How a rule says its minimum: as an amount, or as the margin or the return that a price has to reach. */
export const MinimumBy = z.enum(['AMOUNT', 'MARGIN', 'RETURN']);
export type MinimumBy = z.infer<typeof MinimumBy>;
export const Control = z.enum(['REGAIN', 'LOSE']);
export type Control = z.infer<typeof Control>;
export const RuleStatus = z.enum(['enabled', 'disabled', 'paused', 'archived']);
export type RuleStatus = z.infer<typeof RuleStatus>;
/** `own`: for one listing; `group`: for many, each of which it prices individually. */
export const RuleOrigin = z.enum(['own', 'group']);
export type RuleOrigin = z.infer<typeof RuleOrigin>;
export const UpdateState = z.enum([
  'pending',
  'sent',
  'applied',
  'retry',
  'rejected',
  'error',
  'canceled',
  'undone',
]);
export type UpdateState = z.infer<typeof UpdateState>;
export const AnyUpdateState = openEnum('update.state', UpdateState);
export const EventType = z.enum([
  'to_win',
  'increase_margin',
  'adjusting_rule',
  'regained_control',
  'undo',
]);
export type EventType = z.infer<typeof EventType>;
export const AnyEventType = openEnum('update.event', EventType);
export const PriceTag = z.enum([
  'none',
  'with_margin',
  'min_margin',
  'max_margin',
  'rule_intervention',
]);
export type PriceTag = z.infer<typeof PriceTag>;
export const AnyPriceTag = openEnum('update.tag', PriceTag);
