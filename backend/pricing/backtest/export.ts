// The changes of a backtest as a spreadsheet, written while it is being read.
import { csvHead, csvLines } from '../../kernel/csv.ts';
import type { Download } from '../../kernel/endpoint.ts';
import type { Locale } from '../../kernel/id.ts';
import { sellerNameOf, UNNAMED_SELLER } from '../../kernel/seller-name.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import type { BacktestChange } from '../contract.ts';
import { requireDone, toChange } from './actions.ts';
import { type ChangeRow, changesAfter } from './store.ts';

/** Rows that are read at once: a slow reader delays only itself. */
const PAGE = 500;

const HEADINGS: Record<Locale, readonly string[]> = {
  pt: [
    'Código',
    'Anúncio',
    'Quando (UTC)',
    'De',
    'Para',
    'Concorrente',
    'Preço do concorrente',
    'Motivo',
  ],
  en: ['Code', 'Listing', 'When (UTC)', 'From', 'To', 'Competitor', 'Competitor price', 'Reason'],
  es: [
    'Código',
    'Publicación',
    'Cuándo (UTC)',
    'De',
    'A',
    'Competidor',
    'Precio del competidor',
    'Motivo',
  ],
};
const NAMES: Record<Locale, string> = { pt: 'simulacao', en: 'backtest', es: 'simulacion' };

/** As a spreadsheet of that language reads it: with a decimal point in English, else with a comma. */
const amountIn = (locale: Locale, amount: number): string =>
  locale === 'en' ? amount.toFixed(2) : amount.toFixed(2).replace('.', ',');

const timeOf = ({ at }: BacktestChange): string => at.slice(0, 19).replace('T', ' ');

function cellsOf(row: ChangeRow, locale: Locale): string[] {
  const change = toChange(row, locale);
  const { rival } = change;
  return [
    row.sku_marketplace,
    change.title,
    timeOf(change),
    amountIn(locale, change.from),
    amountIn(locale, change.to),
    rival === null ? '' : (sellerNameOf(rival) ?? UNNAMED_SELLER[locale].alone),
    rival === null ? '' : amountIn(locale, rival.price),
    change.explanation.map(({ text }) => text).join(' '),
  ];
}

/** All changes that a draft would have made. @throws Problem 404 `backtest_not_found`, 409 `backtest_not_done` */
export async function exportBacktest(
  ctx: AppContext,
  actor: Actor,
  id: number,
  locale: Locale,
): Promise<Download> {
  const { companyId } = actor;
  await requireDone(ctx, actor, id);
  const encoder = new TextEncoder();
  let last = -1;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvHead(HEADINGS[locale])));
    },
    async pull(controller) {
      const rows = await within(ctx.db, { company: companyId }, (trx) =>
        changesAfter(trx, companyId, id, last, PAGE),
      ).catch((error: unknown) => {
        // The answer has begun: the client sees it break off, so the log is the only place for the fault.
        ctx.log.error('Backtest download failed', error, { companyId, backtest: id });
        throw error;
      });
      last = rows.at(-1)?.seq ?? last;
      if (rows.length > 0) {
        controller.enqueue(encoder.encode(csvLines(rows.map((row) => cellsOf(row, locale)))));
      }
      if (rows.length < PAGE) controller.close();
    },
  });
  return { fileName: `primazia-${NAMES[locale]}-${id}.csv`, body };
}
