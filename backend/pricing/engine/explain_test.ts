import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { EXPLANATIONS, explain } from './explain.ts';

const variables = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe('the explanations of the three languages', () => {
  for (const locale of ['en', 'es'] as const) {
    it(`${locale} has the same lines as pt, with the same values`, () => {
      const { pt } = EXPLANATIONS;
      const other = EXPLANATIONS[locale];
      assert.deepEqual(Object.keys(other.lines).sort(), Object.keys(pt.lines).sort());
      assert.deepEqual(Object.keys(other.words).sort(), Object.keys(pt.words).sort());
      for (const [code, text] of Object.entries(pt.lines)) {
        assert.deepEqual(variables(other.lines[code]!), variables(text), code);
      }
    });
  }
});

describe('explain', () => {
  const line = {
    step: 'target' as const,
    code: 'undercut',
    values: { base: 1295, by: 0.01, target: 1294.99 },
  };
  it('writes money as the region does', () => {
    assert.equal(
      explain(line, 'pt', 'BRL').text.replaceAll('\u00a0', ' '),
      'R$ 0,01 abaixo de R$ 1.295,00 dá R$ 1.294,99.',
    );
    assert.equal(explain(line, 'en', 'USD').text, '$1,295.00 less $0.01 is $1,294.99.');
    assert.match(explain(line, 'pt', 'USD').text, /^US\$\s0,01 abaixo de US\$\s1\.295,00/);
  });
  it('names sellers without a name, and counts them', () => {
    const base = { step: 'base' as const, code: 'winner' };
    const values = { seller: '', price: 10, shipping: 0, comparable: 10 };
    assert.equal(
      explain({ ...base, values }, 'pt', 'BRL').text.replaceAll('\u00a0', ' '),
      'Quem ganha o buybox é um vendedor sem nome informado, com R$ 10,00.',
    );
    const out = { step: 'rivals' as const, code: 'left_out_unavailable' };
    const names = (said: string, unnamed: number) =>
      explain({ ...out, values: { count: 3, names: said, unnamed } }, 'en', 'BRL').text;
    assert.equal(names('Casa, Loja', 0), 'Left out because unavailable: Casa, Loja.');
    assert.equal(names('Casa', 2), 'Left out because unavailable: Casa, 2 unnamed.');
    assert.equal(names('', 3), 'Left out because unavailable: 3 unnamed.');
  });
  it("keeps a marketplace's code without a translation", () => {
    const gate = {
      step: 'gate' as const,
      code: 'not_competing',
      values: { reason: 'brand_new_reason' },
    };
    assert.match(explain(gate, 'en', 'BRL').text, /brand_new_reason/);
  });
  it('reports a missing reason', () => {
    const gate = { step: 'gate' as const, code: 'not_competing', values: { reason: null } };
    assert.match(explain(gate, 'en', 'BRL').text, /no reason given/);
  });
});
