// Buybox monitoring of a company with a million listings: twenty users in its list, the charts above it, and the watched
// competitors. Each is compared with hand-written SQL.
import { refreshOverview } from '../../pricing/listings/overview.ts';
import { rounded } from '../../testing/statistics.ts';
import { withDatabases } from '../databases.ts';
import { byHand, crowd, type PeopleMeasurement } from '../lists/people.ts';
import { growCompanies } from '../lists/rows.ts';
import { serveCompany } from '../lists/serve.ts';
import { ALONE, questionOf } from './questions.ts';
import { growMonitoring } from './rows.ts';
import { runWatched, type WatchedMeasurement } from './watched.ts';

const PATH = '/api/v1/buybox/query';
const PAGE_SIZE = 50;

export interface MonitoringMeasurement extends PeopleMeasurement {
  /** How many times the median of the floor in the same run: a read by primary key over HTTP. */
  floorRatio: number;
  listings: number;
  cores: number;
}

/** Measures each call so many times. */
export const runMonitoring = (
  listings: number,
  calls: number,
  say: (line: string) => void,
): Promise<(MonitoringMeasurement | WatchedMeasurement)[]> =>
  withDatabases(['bench'], async ([database]) => {
    const { owner, app: pool } = database!;
    say(`making ${listings} listings`);
    const company = await growCompanies(owner, listings);
    const { companyId } = company;
    await growMonitoring(owner, companyId);
    const { ctx, ask, close } = serveCompany(
      pool,
      company,
      () => owner`select id, title, price from listing where company_id = ${companyId} limit 1`,
    );
    try {
      say('working the pictures out');
      const started = performance.now();
      await refreshOverview(ctx, companyId);
      say(`  ${Math.round(performance.now() - started)} ms`);
      await owner`vacuum analyze buybox_share`;
      const over = async (question: object, page: number) => {
        const { ms, text } = await ask(`${PATH}?page=${page}&limit=${PAGE_SIZE}`, question);
        return { ms, isEstimate: text.includes('"isEstimate":true') };
      };
      const turn = (person: number, page: number) => over(questionOf(person), page);
      const plain = async (path: string) => ({ ms: (await ask(path)).ms, isEstimate: false });
      const pageByHand = (person: number, page: number) =>
        byHand(
          pool,
          companyId,
          (sql) => sql`
            select l.*, m.gap_percent from listing l
            join market m on m.company_id = l.company_id and m.listing_id = l.id
            where l.company_id = ${companyId} and l.status = 'ENABLED' and m.buybox_status = 'LOSING'
              and l.stock >= ${1 + (person % 10)}
            order by l.price, l.title_order, l.id limit ${PAGE_SIZE} offset ${page * PAGE_SIZE}`,
        );
      const paused = { people: 20, pause: 1_000 };
      const alone = { people: 1, pause: 0 };
      say('asking');
      const lines = [
        await crowd('read by primary key', calls, alone, () => plain('/floor')),
        await crowd('the pictures above the list', calls, alone, () =>
          plain('/api/v1/buybox/overview'),
        ),
        await crowd(
          'three filters, two orders, a pause after each answer, first questions too: the goal',
          calls,
          paused,
          turn,
        ),
        await crowd('read by primary key, twenty people', calls, paused, () => plain('/floor')),
        await crowd('by hand: a page, twenty people', calls, paused, pageByHand),
      ];
      for (const [name, question] of Object.entries(ALONE))
        lines.push(await crowd(name, calls, alone, (_, page) => over(question, page)));
      const [{ p50: floor }] = lines as [PeopleMeasurement, ...PeopleMeasurement[]];
      say('looking at watched competitors');
      return [
        ...lines.map((line) => ({
          ...line,
          bench: 'monitoring' as const,
          floorRatio: rounded(line.p50 / floor),
          listings,
          cores: navigator.hardwareConcurrency,
        })),
        await runWatched({ owner, app: pool }, company),
      ];
    } finally {
      await close();
    }
  });
