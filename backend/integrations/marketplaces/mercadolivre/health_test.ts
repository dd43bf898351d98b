import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getHealth } from './health.ts';

const SESSION = { sellerId: '770011223', accessToken: 'APP_USR-x' };
const ask = async (answer: Scripted) => {
  const { fetcher, paths } = stub({ 'GET /item/MLB1/performance': answer });
  const health = await getHealth(fetcher, SESSION, 'MLB1');
  assert.deepEqual(paths(), ['GET /item/MLB1/performance']);
  return health;
};
const rule = (key: string, status: string, label: string, title: string) => ({
  key,
  status,
  progress: status === 'COMPLETED' ? 1 : 0.4,
  mode: 'OPPORTUNITY',
  wordings: { label, title, link: 'https://example.test/' },
});
const reported = {
  entity_type: 'ITEM',
  entity_id: 'MLB1',
  score: 63.7,
  level_wording: 'Satisfatória',
  buckets: [
    {
      key: 'CHARACTERISTICS',
      title: 'Dados do produto',
      status: 'PENDING',
      variables: [
        {
          key: 'GTIN',
          status: 'COMPLETED',
          title: 'Código universal',
          rules: [rule('HAS_GTIN', 'COMPLETED', 'Preencher o código', 'Aparece em mais buscas.')],
        },
        {
          key: 'PICTURES',
          status: 'PENDING',
          title: 'Fotos',
          rules: [
            rule('ENOUGH', 'PENDING', 'Ter 4 fotos', 'Mostre o produto por inteiro.'),
            rule('WHITE', 'COMPLETED', 'Fundo branco', 'Fundo branco'),
          ],
        },
      ],
    },
    {
      key: 'OFFER',
      variables: [{ key: 'STOCK', status: 'PENDING', title: 'Estoque', rules: [] }],
    },
    { key: 'EMPTY', title: 'Nada', variables: 'none' },
    'odd',
  ],
};

describe('the performance of an item', () => {
  it('is read rule by rule, with the marketplace’s texts', async () => {
    const health = await ask({ body: reported });
    assert.deepEqual(health, {
      ok: true,
      value: {
        score: 64,
        categories: [
          {
            name: 'Dados do produto',
            items: [
              {
                code: 'HAS_GTIN',
                isDone: true,
                description: 'Preencher o código',
                message: 'Aparece em mais buscas.',
              },
              {
                code: 'ENOUGH',
                isDone: false,
                description: 'Ter 4 fotos',
                message: 'Mostre o produto por inteiro.',
              },
              { code: 'WHITE', isDone: true, description: 'Fundo branco', message: null },
            ],
          },
          {
            name: 'OFFER',
            items: [{ code: 'STOCK', isDone: false, description: 'Estoque', message: null }],
          },
          { name: 'Nada', items: [] },
        ],
      },
    });
  });

  const nothing = { ok: true, value: { score: null, categories: [] } };
  it('that is not measured yet has no score', async () => {
    assert.deepEqual(await ask({ status: 404, body: { error: 'not_found' } }), nothing);
    assert.deepEqual(await ask({ body: { score: null, buckets: [] } }), nothing);
  });

  it('fails as the marketplace does', async () => {
    const failed = await ask({ status: 503, body: {} });
    assert.equal(!failed.ok && failed.error.kind, 'unavailable');
    const odd = await ask({ body: { score: 80 } });
    assert.equal(!odd.ok && odd.error.code, 'unreadable');
  });
});
