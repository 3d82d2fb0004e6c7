/** The rules of docs/ARCHITECTURE.md: a breach is an error, so the drawing cannot go stale. */

/** Families from the ground up: each may use those before it, never those after it. */
const FAMILIES = [
  'platform',
  'audit',
  'access',
  'sso',
  // The part of configuration that the families below it use: they record what a change of settings changes.
  'configuration/records',
  'inventory',
  'status',
  'deaf-periods',
  'firmware',
  'upgrades',
  'assignment',
  'enrolment',
  'ssids',
  'webhooks',
  'configuration',
  'rollouts',
  'heartbeats',
  'ucentral',
  'openwisp',
  'search',
  'bulk',
  'activity',
  'alerts',
  'import',
  'composition',
];

/** The parts of a family that stand elsewhere in the order. */
const partsOf = (family) =>
  FAMILIES.filter((part) => part.startsWith(`${family}/`)).map((part) => `^shared/${part}/`);

const familyOrder = FAMILIES.slice(0, -1).map((family, index) => ({
  name: `${family.replace('/', '-')}-knows-no-family-above`,
  severity: 'error',
  from: { path: `^shared/${family}/`, pathNot: partsOf(family) },
  to: {
    path: `^shared/(${FAMILIES.slice(index + 1).join('|')})/`,
    pathNot: FAMILIES.slice(0, index + 1)
      .filter((below) => below.includes('/'))
      .map((below) => `^shared/${below}/`),
  },
}));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...familyOrder,
    {
      name: 'shared-is-families',
      comment: 'every file of shared/ belongs to a family of the list above',
      severity: 'error',
      from: {},
      to: { path: '^shared/', pathNot: `^shared/(${FAMILIES.join('|')})/` },
    },
    {
      name: 'shared-knows-no-door',
      comment: 'shared/ is used by api, worker and gateway and knows none of them, nor HTTP',
      severity: 'error',
      from: { path: '^shared/' },
      to: {
        path: '^(api|worker|gateway|dev|stand-in|bench|test)/|node_modules/(koa|@koa|co-body|@bull-board)(/|$)',
      },
    },
    {
      name: 'api-does-not-use-worker',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(worker|gateway|dev|stand-in|bench|test)/' },
    },
    {
      name: 'worker-does-not-use-api',
      severity: 'error',
      from: { path: '^worker/' },
      to: { path: '^(api|gateway|dev|stand-in|bench|test)/' },
    },
    {
      name: 'gateway-uses-no-other-door',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^(api|worker|dev|stand-in|bench|test)/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'a domain does no I/O: it imports domains, values, errors, pure libraries and node:crypto',
      severity: 'error',
      from: { path: '^shared/[^/]+/(records/)?domain/|^shared/platform/(values|errors)/' },
      to: {
        pathNot:
          '^shared/[^/]+/(records/)?domain/|^shared/platform/(values|errors)/|node_modules/(luxon|joi|otpauth|@simplewebauthn|big.js|ipaddr.js|canonicalize|@types)|^crypto$|^node:crypto$|^util$|^node:util$|^net$|^node:net$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-stores-query',
      comment: 'a query without the caller’s scope cannot be written outside the stores',
      severity: 'error',
      from: {
        pathNot:
          '^shared/[^/]+/(records/)?(stores|models)/|^shared/platform/|^shared/composition/|^test/|^bench/|^(dev|stand-in)/',
      },
      to: { path: '^shared/[^/]+/(records/)?models/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'stores-use-no-operation',
      severity: 'error',
      from: { path: '^shared/[^/]+/(records/)?(stores|models)/' },
      to: { path: '^shared/[^/]+/(operations|sections|file|jobs)/' },
    },
    {
      name: 'jobs-use-no-operation',
      severity: 'error',
      from: { path: '^shared/[^/]+/jobs/' },
      to: { path: '^shared/[^/]+/(operations|sections|stores|models)/' },
    },
    {
      name: 'sections-use-no-operation',
      severity: 'error',
      from: { path: '^shared/import/sections/' },
      to: { path: '^shared/import/(operations|file)/' },
    },
    {
      name: 'console-knows-the-api-document-only',
      comment: 'the console calls the operations of the API document and shares no code with the service',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(api|worker|gateway|shared|dev|stand-in|bench|test)/' },
    },
    {
      name: 'nothing-uses-console',
      severity: 'error',
      from: { path: '^(api|worker|gateway|shared|dev|stand-in|bench|test)/' },
      to: { path: '^console/' },
    },
    {
      name: 'nothing-uses-dev',
      severity: 'error',
      from: { path: '^(api|worker|gateway|shared)/' },
      to: { path: '^(dev|stand-in|bench|test)/' },
    },
    {
      name: 'stand-in-uses-nothing',
      comment: 'the embedded stores could be a package of their own',
      severity: 'error',
      from: { path: '^stand-in/', pathNot: '^stand-in/test/' },
      to: { path: '^(api|worker|gateway|shared|console|dev|bench|test)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    skipAnalysisNotInRules: true,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
