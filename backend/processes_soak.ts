import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { startInstallation } from './testing/processes.ts';

const MINUTES = 3;

describe('schedules over two apis and two workers, long', () => {
  it('fire once a minute, however many processes there are', async () => {
    const installation = await startInstallation(['api', 'api', 'worker', 'worker']);
    try {
      await new Promise((resolve) => setTimeout(resolve, (MINUTES * 60 + 20) * 1_000));
      const rows = await installation.owner<{ name: string; minute: string; jobs: number }[]>`
        select j.name, date_trunc('minute', j.created_on)::text as minute, count(*)::integer as jobs
        from pgboss.job j join pgboss.schedule s on s.name = j.name
        where s.cron = '* * * * *' group by 1, 2 order by 1, 2`;
      console.log(
        `schedules: ${rows.length} minutes of schedules, most jobs in one: ${Math.max(...rows.map(({ jobs }) => jobs))}`,
      );
      assert.ok(rows.length >= MINUTES - 1, String(rows.length));
      assert.deepEqual(
        rows.filter(({ jobs }) => jobs !== 1),
        [],
      );
    } finally {
      await installation.close();
    }
  });
});
