import { sql } from 'kysely';
import type { Download } from '../../kernel/endpoint.ts';
import type { ExportBody } from '../../kernel/export.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { exportCsv, type Reader } from '../../platform/csv-export.ts';
import { listOrder } from '../../platform/filter-sql.ts';
import type { RuleQuery } from '../contract.ts';
import { FIELDS, matchingRules } from './query.ts';

const NAME = { pt: 'regras', en: 'rules', es: 'reglas' } as const;

/** The rules that match. @throws as `exportCsv` */
export const exportRules = (
  ctx: AppContext,
  actor: Actor,
  query: RuleQuery,
  body: ExportBody,
  reader: Reader,
): Promise<Download> =>
  exportCsv(ctx, actor, {
    ...reader,
    name: NAME[reader.locale],
    fields: FIELDS,
    body,
    orderBy: listOrder(body.orders, FIELDS, 'rule.id', [{ field: 'name', direction: 'asc' }]),
    from() {
      return Promise.resolve(sql`from rule where rule.company_id = ${actor.companyId}
        and ${matchingRules(query, body)}`);
    },
  });
