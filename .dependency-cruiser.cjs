/** The house's layers: a breach is an error, so the drawing in docs/ARCHITECTURE.md cannot go stale. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-knows-no-door',
      comment: 'shared/ is used by api and worker and knows neither, nor HTTP',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(api|worker|dev|bench|test)/|node_modules/(koa|@koa|co-body|@bull-board)(/|$)' },
    },
    {
      name: 'api-and-worker-are-strangers',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(worker|dev|bench|test)/' },
    },
    {
      name: 'worker-and-api-are-strangers',
      severity: 'error',
      from: { path: '^worker/' },
      to: { path: '^(api|dev|bench|test)/' },
    },
    {
      name: 'domain-is-pure',
      comment:
        'domain and errors do no I/O: they import nothing but themselves, pure libraries and node:crypto',
      severity: 'error',
      from: { path: '^shared/(domain|errors)/' },
      to: {
        pathNot:
          '^shared/(domain|errors)/|node_modules/(luxon|joi|@types)|^crypto$|^node:crypto$|^net$|^node:net$',
      },
    },
    {
      name: 'only-stores-query',
      comment: 'a query without the caller’s scope cannot be written outside the stores',
      severity: 'error',
      from: { pathNot: '^shared/(stores|models|connections|migrations)/|^test/|^bench/|^dev/' },
      to: { path: '^shared/models/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'stores-know-no-operation',
      severity: 'error',
      from: { path: '^shared/(stores|models|connections)/' },
      to: { path: '^shared/(operations|jobs)/' },
    },
    {
      name: 'jobs-know-no-operation',
      severity: 'error',
      from: { path: '^shared/jobs/' },
      to: { path: '^shared/(operations|stores|models)/' },
    },
    {
      name: 'nothing-knows-dev',
      severity: 'error',
      from: { path: '^(api|worker|shared)/' },
      to: { path: '^(dev|bench|test)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
