import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from '@std/testing/bdd';
import { parse } from 'yaml';
import * as z from 'zod';
import { testContext } from '../testing/test-context.ts';
import { openPool, toDb } from './db.ts';
import { registerGauges } from './gauges.ts';

const DOCS = join(import.meta.dirname!, '..', '..', 'docs');

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      description: z.string().min(1),
      targets: z.array(z.object({ expr: z.string() })).min(1),
    }),
  ),
});

const read = (...path: string[]) => Deno.readTextFile(join(DOCS, ...path));

/** The metrics that a process offers, by name. */
async function offered(): Promise<ReadonlySet<string>> {
  const pool = openPool('postgres://nowhere.invalid/none', 1);
  const ctx = testContext(toDb(pool));
  registerGauges(ctx, {
    version: 'test',
    changes: { name: 'test' },
    liveConnections: () => 0,
    elapsed: () => 0,
  });
  const text = await ctx.metrics.text();
  await pool.end({ timeout: 1 });
  return new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
    ),
  );
}

const metricsOf = (expression: string) => expression.match(/\bprimazia_\w+/g) ?? [];

/** The anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\d\s-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

describe('what watches the product', () => {
  it('uses existing metrics only, in alerts and dashboards, and shows every metric', async () => {
    const names = await offered();
    const { groups } = Rules.parse(parse(await read('packaging', 'prometheus', 'alerts.yaml')));
    const { panels } = Dashboard.parse(
      JSON.parse(await read('packaging', 'grafana', 'primazia.json')),
    );
    const alerts = groups.flatMap(({ rules }) => rules.flatMap(({ expr }) => metricsOf(expr)));
    const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsOf(expr)));
    assert.deepEqual(
      [...alerts, ...shown].filter((name) => !names.has(name)),
      [],
    );
    const families = (of: Iterable<string>) =>
      new Set([...of].map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    assert.deepEqual([...families(names)].sort(), [...families(shown)].sort());
  });

  it('leads from each alert to the page that cures it', async () => {
    const { groups } = Rules.parse(parse(await read('packaging', 'prometheus', 'alerts.yaml')));
    const headings = (await read('operations.md'))
      .split('\n')
      .flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? []);
    const pages = new Set(headings.map((heading) => `docs/operations.md#${anchorOf(heading)}`));
    const lost = groups
      .flatMap(({ rules }) => rules)
      .filter(({ annotations }) => !pages.has(annotations.runbook));
    assert.deepEqual(
      lost.map(({ alert }) => alert),
      [],
    );
  });
});
