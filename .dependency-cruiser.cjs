// The numbers in the comments are those of 'Who may import whom' in docs/architecture.md;
// `npm run check` runs them all.

// The floors, from the ground up. A domain stands on those below it and never looks up; what must travel
// upwards travels as an event. Domains on one floor do not see each other.
const FLOORS = [
  ['kernel'],
  ['platform'],
  ['integrations', 'identity'],
  ['catalog'],
  ['monitoring'],
  ['sales'],
  ['pricing'],
  ['ads'],
  ['insights'],
  ['notifications'],
];
const DOMAINS = FLOORS.slice(2).flat();

const either = (/** @type {string[]} */ names) => `(?:${names.join('|')})`;

// Pure: what comes out depends on what goes in, and on nothing else.
const PURE = [
  '^backend/kernel/',
  '^backend/[^/]+/(?:contract(?:/|[.]ts$)|problems[.]ts$)',
  '^backend/.+/engine/',
  '^backend/.+/bell[.]ts$',
  '^backend/pricing/strategies/',
  '^backend/sandbox/world(?:/|[.]ts$)',
  '^backend/bench/arena/market/',
];
const TESTS = '(?:_(?:test|soak)[.]ts|[.]test[.]tsx?)$';
const ZOD = '(?:^|/)node_modules/zod/';
// Pure functions over numbers and addresses of Brazil.
const BRAZIL = '(?:^|/)node_modules/@brazilian-utils/';
// What is run by its name: the product, its commands, its workers and the sandbox.
const ENTRIES = [
  '^backend/[^/]+[.]ts$',
  '^backend/sandbox/main[.]ts$',
  '^backend/.+-worker[.]ts$',
  '^backend/platform/migrations/',
];
const FRONTEND = '^(?:shell|design-tokens|mfe-[^/]+)/';

const floors = FLOORS.flatMap((floor, height) =>
  floor.map((domain) => {
    const forbidden = [
      ...floor.filter((other) => other !== domain),
      ...FLOORS.slice(height + 1).flat(),
    ];
    return {
      name: `floor-${domain}`,
      comment: `3. ${domain} stands on the floors below it: what must travel upwards is an event.`,
      severity: 'error',
      from: { path: `^backend/${domain}/`, pathNot: TESTS },
      to: {
        path: `^backend/(?:${either([...forbidden, 'sandbox', 'start', 'web'])}/|[^/]+[.]ts$)`,
      },
    };
  }),
);

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: '1. Two files that need each other are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-core',
      comment:
        '2. The pure core imports itself and zod: no clock, database, network or randomness.',
      severity: 'error',
      from: { path: PURE, pathNot: TESTS },
      to: { pathNot: [...PURE, ZOD, BRAZIL] },
    },
    {
      name: 'domains-meet-at-the-door',
      comment:
        '3. Of another domain only contract.ts, problems.ts, actions.ts, bell.ts and marketplace.ts are seen.',
      severity: 'error',
      from: { path: `^backend/(${DOMAINS.join('|')})/`, pathNot: TESTS },
      to: {
        path: `^backend/${either(DOMAINS)}/`,
        pathNot: [
          '^backend/$1/',
          '^backend/[^/]+/(?:contract|problems|actions|bell|marketplace)[.]ts$',
        ],
      },
    },
    ...floors,
    {
      name: 'marketplace-knows-the-port',
      comment:
        '4. A marketplace knows the port, the kernel and itself: no database, no other marketplace.',
      severity: 'error',
      from: { path: '^backend/integrations/marketplaces/([^/]+)/', pathNot: TESTS },
      to: {
        pathNot: [
          '^backend/integrations/marketplaces/$1/',
          '^backend/integrations/(?:marketplace|manifest|orders)[.]ts$',
          '^backend/integrations/(?:answers|proof)[.]ts$',
          '^backend/kernel/',
          ZOD,
          // Reads a format of files, and nothing of a marketplace.
          '(?:^|/)node_modules/csv-parse/',
        ],
      },
    },
    {
      name: 'sandbox-stands-alone',
      comment:
        '4. The sandbox speaks wire formats: it shares no code with the connectors that it tests.',
      severity: 'error',
      from: { path: '^backend/sandbox/', pathNot: TESTS },
      to: {
        path: '^backend/',
        pathNot: ['^backend/sandbox/', '^backend/kernel/', '^backend/platform/'],
      },
    },
    {
      name: 'no-import-of-the-sandbox',
      comment: '4. Nothing but its own tests and benches knows that there is a sandbox.',
      severity: 'error',
      from: { pathNot: ['^backend/(?:sandbox|testing|bench|reliability)/', TESTS] },
      to: { path: '^backend/sandbox/' },
    },
    {
      name: 'modules-are-strangers',
      comment: '5. A module never imports another one. What two share lives in the kit.',
      severity: 'error',
      from: { path: '^(mfe-[^/]+)/' },
      to: { path: '^(?:mfe-[^/]+/|shell/(?!kit/))', pathNot: '^$1/' },
    },
    {
      name: 'shell-entry-is-the-shells',
      comment: '5. What the kit has for the shell and the embed loader alone, no module imports.',
      severity: 'error',
      from: { path: '^mfe-[^/]+/' },
      to: { path: '^shell/kit/src/(?:shell|shared)[.]ts$' },
    },
    {
      name: 'shell-finds-modules-at-run-time',
      comment: '5. The shell reads the registry: no module is compiled into it.',
      severity: 'error',
      from: { path: '^(?:shell|design-tokens)/' },
      to: { path: '^mfe-' },
    },
    {
      name: 'kit-stands-below',
      comment: '5. The kit imports neither shell nor module.',
      severity: 'error',
      from: { path: '^shell/kit/' },
      to: { path: '^(?:mfe-|shell/(?!kit/))', pathNot: 'node_modules' },
    },
    {
      name: 'frontend-sees-contracts',
      comment: '6. A frontend sees of the backend the contracts, the problems and the kernel.',
      severity: 'error',
      from: { path: FRONTEND },
      to: {
        path: '^backend/',
        pathNot: ['^backend/[^/]+/(?:contract(?:/|[.]ts$)|problems[.]ts$)', '^backend/kernel/'],
      },
    },
    {
      name: 'backend-sees-no-frontend',
      comment: '6. The backend serves the pages as files; it never imports them.',
      severity: 'error',
      from: { path: '^backend/' },
      to: { path: FRONTEND, pathNot: 'node_modules' },
    },
    {
      name: 'one-spectrum',
      comment:
        'The kit alone imports Spectrum: a second copy on a page has no provider, and throws.',
      severity: 'error',
      from: { path: '^(?:shell|mfe-[^/]+)/', pathNot: '^shell/kit/' },
      to: {
        path: 'node_modules/(?:@adobe/react-spectrum|@react-spectrum|@spectrum-icons|@react-aria)/',
      },
    },
    {
      name: 'no-blind-spot',
      comment: 'An import that cannot be followed is one that no rule here can judge.',
      severity: 'error',
      from: {},
      // The test framework is an alias of backend/deno.json; the stylesheet of the tokens is built.
      to: {
        couldNotResolve: true,
        pathNot: ['^@std/testing/bdd$', '^@primazia/design-tokens/tokens[.]css$'],
      },
    },
    {
      name: 'product-code-is-used',
      comment: '7. What only tests reach lies in backend/testing, not beside the product.',
      severity: 'error',
      from: { path: [...ENTRIES, FRONTEND], pathNot: TESTS },
      to: {
        path: '^backend/',
        pathNot: [...ENTRIES, '^backend/(?:testing|bench|reliability)/', TESTS],
        reachable: false,
      },
    },
    {
      name: 'test-support-in-tests',
      comment: '7. What stands in for the machine in tests is not for the product.',
      severity: 'error',
      from: { path: '^backend/', pathNot: ['^backend/(?:testing|bench|reliability)/', TESTS] },
      to: { path: '^backend/(?:testing|bench|reliability)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/test-results/'] },
    // A type that is imported is a thing known: type-only imports count.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
