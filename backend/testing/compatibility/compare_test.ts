import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { openEnum } from '../../kernel/open-enum.ts';
import { testQueue } from '../queue.ts';
import { breakagesOf } from './compare.ts';
import { type Contract, describeContract } from './contract.ts';
import { misfitsOf, type Schema } from './schema.ts';

const order = endpoint({
  method: 'put',
  path: '/v1/orders/{orderId}',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'For tests',
  params: z.object({ orderId: z.int() }),
  query: z.object({ page: z.coerce.number().int().min(0).default(0), by: z.string().optional() }),
  body: z.object({
    name: z.string().min(1).max(80),
    amount: z.number().min(0.01).nullable().default(null),
    state: z.enum(['open', 'closed']).optional(),
    shape: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('VALUE'), amount: z.number() }),
        z.object({ type: z.literal('PERCENT'), share: z.number() }),
      ])
      .optional(),
    tags: z.array(z.string().max(20)).max(5).default([]),
    notes: z.record(z.string(), z.string()).optional(),
  }),
  answer: z.object({
    id: z.int(),
    title: z.string(),
    state: z.enum(['open', 'closed']),
    at: z.iso.datetime(),
    total: z.number().nullable(),
    hint: z.string().optional(),
    rows: z.array(z.object({ id: z.int(), price: z.number() })),
    shape: z.discriminatedUnion('type', [
      z.object({ type: z.literal('VALUE'), amount: z.number() }),
      z.object({ type: z.literal('PERCENT'), share: z.number() }),
    ]),
    names: z.record(z.string(), z.string()),
    mood: openEnum('order.mood', z.enum(['glad', 'sad'])).nullable(),
  }),
});
const gone = endpoint({
  method: 'get',
  path: '/v1/gone',
  access: 'public',
  tag: 'pricing',
  summary: 'For tests',
  answer: z.object({}),
});
const NAME = 'put /v1/orders/{orderId}';

const before = describeContract(1, [order, gone]);
type Draft = Contract & { endpoints: Record<string, { body: Schema; answer: Schema }> };

/** The breakages once something was altered. */
function after(
  alter: (now: Draft, fields: Record<'body' | 'answer', Record<string, Schema>>) => void,
) {
  const now = structuredClone(before) as Draft;
  const { body, answer } = now.endpoints[NAME]!;
  alter(now, { body: body.properties!, answer: answer.properties! });
  return breakagesOf(before, now);
}
const own = (now: Draft) => now.endpoints[NAME]!;
/** The known values of a growing list that may be null. */
const listOf = (field: Schema): Schema => field.anyOf![0]!.anyOf![0]!;
const opened = (words: string, known: string[]): Schema => ({
  anyOf: [{ type: 'string', enum: known }, { type: 'string' }],
  words,
});

describe('a contract that breaks clients of the previous one', () => {
  const cases: Record<string, [alter: Parameters<typeof after>[0], expected: string]> = {
    'loses an endpoint': [(now) => delete now.endpoints['get /v1/gone'], 'get /v1/gone: is gone'],
    'wants somebody to have signed in': [
      (now) => {
        now.endpoints['get /v1/gone']!.access = 'user';
      },
      'get /v1/gone: is open to public no more',
    ],
    'wants a higher role': [
      (now) => {
        own(now).needs = 'write';
      },
      `${NAME}: needs write now`,
    ],
    'closes itself to a module': [
      (now) => {
        own(now).modules = [];
      },
      `${NAME}: is open to mfe-pricing no more`,
    ],
    'answers with a file': [
      (now) => {
        own(now).type = 'text/csv';
      },
      `${NAME}: answers with text/csv now`,
    ],
    'takes a file in place of JSON': [
      (now) => {
        own(now).takes = ['text/csv'];
      },
      `${NAME}: takes JSON no more`,
    ],
    'wants a field that was optional': [
      (now) => own(now).body.required!.push('state'),
      `${NAME} body state: has to be sent now`,
    ],
    'wants a new field': [
      (now, { body }) => {
        body.reason = { type: 'string' };
        own(now).body.required!.push('reason');
      },
      `${NAME} body reason: has to be sent now`,
    ],
    'heeds a field no more': [
      (_, { body }) => delete body.notes,
      `${NAME} body notes: is heeded no more`,
    ],
    'heeds a question no more': [
      (now) => delete own(now).query!.properties!.by,
      `${NAME} query by: is heeded no more`,
    ],
    'takes no body': [(now) => delete (own(now) as Partial<Draft['endpoints'][string]>).body, ''],
    'refuses what it does not know': [
      (now) => {
        own(now).body.additionalProperties = false;
      },
      `${NAME} body: refuses fields that it does not know now`,
    ],
    'takes one value less': [
      (_, { body }) => body.state!.enum!.pop(),
      `${NAME} body state: "closed" is taken no more`,
    ],
    'takes one form less': [
      (_, { body }) => body.shape!.oneOf!.pop(),
      `${NAME} body shape.type: "PERCENT" is taken no more`,
    ],
    'takes null no more': [
      (_, { body }) => body.amount!.anyOf!.pop(),
      `${NAME} body amount: is null where number is understood`,
    ],
    'takes whole numbers alone': [
      (_, { body }) => {
        body.amount!.anyOf![0]!.type = 'integer';
      },
      `${NAME} body amount: is number where integer is understood`,
    ],
    'takes shorter texts': [
      (_, { body }) => {
        body.name!.maxLength = 79;
      },
      `${NAME} body name: maxLength is 79 now, not 80`,
    ],
    'takes fewer entries': [
      (_, { body }) => {
        body.tags!.maxItems = 4;
      },
      `${NAME} body tags: maxItems is 4 now, not 5`,
    ],
    'takes higher amounts alone': [
      (_, { body }) => {
        body.amount!.anyOf![0]!.minimum = 1;
      },
      `${NAME} body amount: minimum is 1 now, not 0.01`,
    ],
    'takes texts of one form alone': [
      (_, { body }) => {
        body.name!.pattern = '^[a-z]+$';
      },
      `${NAME} body name: has to be like ^[a-z]+$ now`,
    ],
    'means something else where nothing is said': [
      (now) => {
        own(now).query!.properties!.page!.default = 1;
      },
      `${NAME} query page: means 1 where it is left out, not 0`,
    ],
    'answers without a field': [
      (now, { answer }) => {
        delete answer.title;
        own(now).answer.required = own(now).answer.required!.filter((name) => name !== 'title');
      },
      `${NAME} answer title: is gone`,
    ],
    'answers without a field that was optional': [
      (_, { answer }) => delete answer.hint,
      `${NAME} answer hint: is gone`,
    ],
    'answers a field under another name': [
      (now, { answer }) => {
        answer.name = answer.title!;
        delete answer.title;
        own(now).answer.required = own(now).answer.required!.map((name) =>
          name === 'title' ? 'name' : name,
        );
      },
      `${NAME} answer title: is gone`,
    ],
    'answers a field not always': [
      (now) => {
        own(now).answer.required = own(now).answer.required!.filter((name) => name !== 'total');
      },
      `${NAME} answer total: may be absent now`,
    ],
    'answers null where there was none': [
      (_, { answer }) => {
        answer.title = { anyOf: [answer.title!, { type: 'null' }] };
      },
      `${NAME} answer title: is null where string is understood`,
    ],
    'answers a text for a number': [
      (_, { answer }) => {
        answer.id = { type: 'string' };
      },
      `${NAME} answer id: is string where integer is understood`,
    ],
    'answers any text for an instant': [
      (_, { answer }) => delete answer.at!.format,
      `${NAME} answer at: is any text where date-time is understood`,
    ],
    'answers a value that nobody knows': [
      (_, { answer }) => answer.state!.enum!.push('lost'),
      `${NAME} answer state: "lost" may come now`,
    ],
    'answers any text for a list of values': [
      (_, { answer }) => {
        answer.state = { type: 'string' };
      },
      `${NAME} answer state: is not only "open"`,
    ],
    'answers in a form that nobody knows': [
      (_, { answer }) =>
        answer.shape!.oneOf!.push({
          type: 'object',
          properties: { type: { type: 'string', const: 'LIST' } },
          required: ['type'],
        }),
      `${NAME} answer shape.type: "LIST" may come now`,
    ],
    'answers entries of another form': [
      (_, { answer }) => delete answer.rows!.items!.properties!.price,
      `${NAME} answer rows.[].price: is gone`,
    ],
    'answers names of another form': [
      (_, { answer }) => {
        answer.names!.additionalProperties = { type: 'number' };
      },
      `${NAME} answer names.*: is number where string is understood`,
    ],
    'answers a value of a growing list that the API has no words for': [
      (now, { answer }) => {
        now.words['order.mood'] = ['angry'];
        listOf(answer.mood!).enum!.push('angry', 'bored');
      },
      `${NAME} answer mood: "bored" may come now`,
    ],
    'closes a list to which pages take words': [
      (_, { answer }) => {
        answer.mood = { type: 'string' };
      },
      `${NAME} answer mood: no longer takes its words from order.mood`,
    ],
    'tells a growing list in other words': [
      (_, { answer }) => {
        answer.mood!.anyOf![0]!.words = 'order.temper';
      },
      `${NAME} answer mood: no longer takes its words from order.mood`,
    ],
    'opens a list, and lets it grow at once': [
      (now, { answer }) => {
        now.words['order.state'] = ['lost'];
        answer.state = opened('order.state', ['open', 'closed', 'lost']);
      },
      `${NAME} answer state: "lost" may come now`,
    ],
    'tells problems otherwise': [
      (now) => delete now.problem.properties!.code,
      'problem code: is gone',
    ],
    'tells events otherwise': [
      (now) => {
        for (const { properties } of now.event.oneOf!) properties!.ids!.items = { type: 'string' };
      },
      'live event ids.[]: is string where number is understood',
    ],
  };
  for (const [name, [alter, reported]] of Object.entries(cases)) {
    it(name, () => {
      const found = after(alter);
      assert.ok(found.length > 0, 'nothing was found');
      assert.ok(reported === '' || found.includes(reported), found.join('\n'));
    });
  }
});

describe('a contract that has grown', () => {
  const cases: Record<string, Parameters<typeof after>[0]> = {
    'in nothing': () => undefined,
    'by an endpoint': (now) => {
      now.endpoints['post /v1/new'] = now.endpoints['get /v1/gone']!;
    },
    'by somebody who may call': (now) => {
      own(now).access = 'public';
      own(now).modules.push('mfe-integrations');
    },
    'by an optional field and a value that may be sent': (_, { body }) => {
      body.reason = { type: 'string' };
      body.state!.enum!.push('lost');
      body.shape!.oneOf!.push({ type: 'object', properties: { type: { const: 'LIST' } } });
    },
    'by wider bounds': (now, { body }) => {
      body.name!.maxLength = 200;
      body.amount!.anyOf![0] = { type: 'number', exclusiveMinimum: 0 };
      delete body.tags!.maxItems;
      own(now).body.required = [];
    },
    'by answers with more in them, and more of it': (now, { answer }) => {
      answer.reason = { type: 'string' };
      own(now).answer.required!.push('reason', 'hint');
      answer.rows!.items!.properties!.stock = { type: 'integer' };
      answer.state!.enum!.pop();
      answer.total = { type: 'integer' };
      answer.shape!.oneOf!.pop();
    },
    'by a value of a growing list that the API has words for': (now, { answer }) => {
      now.words['order.mood'] = ['angry'];
      listOf(answer.mood!).enum!.push('angry');
    },
    'by a list that may grow from now on': (_, { answer }) => {
      answer.state = opened('order.state', ['open', 'closed']);
    },
    'by a list that pages know by the words of the API alone': (_, { answer }) => {
      answer.state = { type: 'string', words: 'order.state' };
    },
    'by a kind of event, which nobody hears who does not know it': (now) =>
      now.event.oneOf!.push({
        type: 'object',
        properties: {
          type: { type: 'string', const: 'weather' },
          ids: { type: 'array', items: { type: 'number' } },
        },
        required: ['type', 'ids'],
        additionalProperties: false,
      }),
  };
  for (const [name, alter] of Object.entries(cases)) {
    it(name, () => assert.deepEqual(after(alter), []));
  }
});

describe('the queues of a release', () => {
  const queuesOf = (job: z.ZodType, policy: 'standard' | 'short' = 'standard', name = 'prices') =>
    describeContract(1, [], {}, [testQueue(name, job, { policy })]);
  const job = z.object({ companyId: z.int(), state: z.enum(['open', 'closed']) });
  const released = queuesOf(job);

  it('may come, and take more', () => {
    const grown = queuesOf(job.partial());
    assert.deepEqual(breakagesOf(released, grown), []);
    assert.deepEqual(breakagesOf({ ...released, queues: {} }, released), []);
  });

  it('are worked on, under the same policy, whatever waits in them', () => {
    assert.deepEqual(breakagesOf(released, queuesOf(job, 'standard', 'rates')), [
      'queue prices: no worker takes its jobs any more',
    ]);
    assert.deepEqual(breakagesOf(released, queuesOf(job, 'short')), [
      'queue prices: a policy cannot change',
    ]);
    const narrowed = queuesOf(job.extend({ state: z.enum(['open']), by: z.string() }));
    assert.equal(breakagesOf(released, narrowed).length, 2);
  });
});

describe('the comparison', () => {
  it('refuses what it does not know, so that nothing is passed over', () => {
    const odd = { type: 'string', contentEncoding: 'base64' } as Schema;
    assert.throws(() => misfitsOf(odd, odd, 'request'), /contentEncoding is not compared yet/);
  });

  it('finds that anything takes anything, and that nothing else does', () => {
    assert.deepEqual(misfitsOf({}, { type: 'string' }, 'answer'), []);
    assert.equal(misfitsOf({ type: 'string' }, {}, 'answer').length, 1);
  });
});
