import { BELL_EVENTS } from '@primazia/backend/notifications/contract';
import { describe, expect, it } from '@rstest/core';
import en from './en.json';
import es from './es.json';
import pt from './pt.json';

type Texts = { [key: string]: string | Texts };

const flat = (texts: Texts, above = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[above + key, value]] : flat(value, `${above}${key}.`),
  );

const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);

describe.each([
  ['en', en],
  ['es', es],
])('the texts in %s', (_language, texts) => {
  const own = new Map(flat(texts));
  const portuguese = new Map(flat(pt));

  it('have the keys of the Portuguese ones', () => {
    expect([...own.keys()].sort()).toEqual([...portuguese.keys()].sort());
  });

  it('fill the same gaps', () => {
    const gapsOf = (texts: Map<string, string>) =>
      [...texts].map(([key, text]) => [key, variables(text).sort()]);
    expect(gapsOf(own).sort()).toEqual(gapsOf(portuguese).sort());
  });

  it('are written, all of them', () => {
    expect([...own].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});

it('every event of the bell has its sentence', () => {
  const keys = Object.keys(pt.bell.sentences);
  const missing = Object.keys(BELL_EVENTS).filter(
    (code) => !keys.includes(code) && !keys.includes(`${code}_other`),
  );
  expect(missing).toEqual([]);
});
