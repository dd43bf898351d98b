import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** The messages of `/api/live`: the kind and the ids of what changed; pages that show them refetch. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listings'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('markets'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('rules'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('price-updates'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('notifications'), ids: z.array(z.number()) }),
  /** The progress of backtests of rules. */
  z.object({ type: z.literal('backtests'), ids: z.array(z.number()) }),
  /** The progress of bulk actions on rules, and of imports of rules. */
  z.object({ type: z.literal('rule-batches'), ids: z.array(z.number()) }),
  /** Marketplace accounts: connected, renamed, disconnected, and the progress of fetching their listings. */
  z.object({ type: z.literal('accounts'), ids: z.array(z.number()) }),
  /** Systems that show parts of the product: registered, changed, revoked. */
  z.object({ type: z.literal('hosts'), ids: z.array(z.number()) }),
  /** A company's stop switch for prices; the id is the company's. */
  z.object({ type: z.literal('switch'), ids: z.array(z.number()) }),
  /** Advertising campaigns: read again, or changed. */
  z.object({ type: z.literal('campaigns'), ids: z.array(z.number()) }),
  /** Another build of a module is live for the company of the page, whose id it is. */
  z.object({ type: z.literal('modules'), ids: z.array(z.number()) }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;
export type LiveTopic = LiveEvent['type'];

export const Health = z.object({
  /** `maintenance`: closed on purpose. */
  status: z.enum(['ok', 'degraded', 'maintenance']),
  version: z.string(),
  database: z.boolean(),
  jobs: z.boolean(),
});

export const health = endpoint({
  method: 'get',
  path: '/health',
  access: 'public',
  fromHosts: true,
  tag: 'platform',
  summary: 'Health of the process, its database and its queues',
  answer: Health,
});

/** The purpose of an installation. */
export const SiteEnvironment = z.enum(['production', 'stage', 'development']);
export type SiteEnvironment = z.infer<typeof SiteEnvironment>;

/** What pages have to know of an installation before sign-in. */
export const Site = z.object({
  environment: SiteEnvironment,
  /** The version of the API, which grows by one with each addition. */
  api: z.int(),
  /** The training site that the help entry opens: an https address. */
  helpUrl: z.string(),
  /** The identity providers for signing in, in addition to the password. */
  signIn: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Further origins of modules. */
  moduleOrigins: z.array(z.string()),
});
export type Site = z.infer<typeof Site>;

export const site = endpoint({
  method: 'get',
  path: '/site',
  access: 'public',
  fromHosts: true,
  tag: 'platform',
  summary: 'Gets the settings of this installation that pages need before sign-in',
  answer: Site,
});

export const words = endpoint({
  method: 'get',
  path: '/v1/words',
  access: 'public',
  fromHosts: true,
  tag: 'platform',
  summary: 'Gets the words for values that a page may not know yet, in the language of the request',
  /** By list and value: `{"rule.strategy": {"WIN": "…"}}`. */
  answer: z.record(z.string(), z.record(z.string(), z.string())),
});

/** A module that failed in a user's page. */
export const Incident = z.object({
  module: z.string().regex(/^mfe-[a-z0-9-]{1,40}$/),
  version: z.string().max(50),
  /** The content hash of its build. */
  build: z.string().max(80),
  /**
   * `down`: it could not be fetched. `slow`: it did not load in time. `broken`: it loaded and does not work. `render`: a page
   * of it threw. `too-new`: it needs another kit. `tampered`: its content differs from what was deployed.
   */
  failure: z.enum(['down', 'slow', 'broken', 'render', 'too-new', 'tampered']),
  message: z.string().max(500),
  /** The path that the person was at, without its query. */
  page: z.string().max(300),
});
export type Incident = z.infer<typeof Incident>;

export const reportIncident = endpoint({
  method: 'post',
  path: '/v1/incidents',
  access: 'company',
  // It changes nothing of the company: anyone who sees a page may report a failure.
  needs: 'read',
  tag: 'incidents',
  summary: 'Reports that a module failed in a page',
  body: Incident,
  /** False: this person's pages have reported too many. */
  answer: z.object({ recorded: z.boolean() }),
});

export const ready = endpoint({
  method: 'get',
  path: '/ready',
  access: 'public',
  fromHosts: true,
  tag: 'platform',
  summary: 'Readiness: whether requests may be sent here; 503 if not',
  answer: z.object({ ready: z.literal(true) }),
});
