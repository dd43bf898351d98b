// The list of listings as a spreadsheet: how long, and how much memory the process needs for it beyond what it has.
import { rounded } from '../../testing/statistics.ts';

export interface ExportMeasurement {
  bench: 'lists';
  name: string;
  rows: number;
  megabytes: number;
  seconds: number;
  /** Until the first bytes arrive. */
  firstMs: number;
  /** The largest growth of the process while the file was read, in MB; server and reader are one process here. */
  memoryGrowth: number;
}

const COLUMNS = [
  'skuMarketplace',
  'title',
  'price',
  'stock',
  'status',
  'buyboxStatus',
  'winnerPrice',
  'marketObservedAt',
  'ruleName',
  'minPrice',
  'maxPrice',
  'cost',
  'margin',
  'lastUpdateState',
  'lastUpdateAt',
];
const MB = 1024 * 1024;

/** Exports so many listings, the cheapest first, and discards the file. */
export async function runExports(base: string, rows: number): Promise<ExportMeasurement[]> {
  const before = Deno.memoryUsage().rss;
  const started = performance.now();
  const answer = await fetch(`${base}/v2/rules/listings/export`, {
    method: 'POST',
    headers: { authorization: 'Bearer bench', 'content-type': 'application/json' },
    body: JSON.stringify({
      columns: COLUMNS.map((field) => ({ field, label: field })),
      filters: [{ field: 'id', condition: '<=', value: String(rows), logicalOperator: 'AND' }],
      orders: [
        { field: 'price', direction: 'asc' },
        { field: 'title', direction: 'asc' },
      ],
    }),
  });
  if (!answer.ok || answer.body === null) throw new Error(`${answer.status} from the export`);
  const firstMs = performance.now() - started;
  let [bytes, most] = [0, before];
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    most = Math.max(most, Deno.memoryUsage().rss);
  }
  return [
    {
      bench: 'lists',
      name: 'ads as a spreadsheet, 15 columns',
      rows: Number(answer.headers.get('x-rows')),
      megabytes: rounded(bytes / MB),
      seconds: rounded((performance.now() - started) / 1_000),
      firstMs: rounded(firstMs),
      memoryGrowth: rounded((most - before) / MB),
    },
  ];
}
