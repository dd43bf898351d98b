import { getRule, queryRules } from '@primazia/backend/pricing/contract';
import { UPDATE_ENDPOINTS } from '../update/use-update-actions.ts';

/** What shows rules and is fetched again when one changes. */
export const RULE_ENDPOINTS = [...UPDATE_ENDPOINTS, queryRules, getRule];
