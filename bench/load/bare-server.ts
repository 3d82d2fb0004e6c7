import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { readEnv } from '../../shared/platform/env/env.js';
import { openDatabase } from '../../shared/composition/database.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { SITE } from '../../api/paths.js';
import { parseBody, parseNested } from '../../api/http/parameters.js';
import { readBody } from '../../api/http/middleware/read-body.js';
import type { ApiState } from '../../api/http/endpoint.js';

/** The baseline of the benchmarks: Koa and the driver alone, without authentication or validation. */
const env = readEnv();
const mongo = openDatabase(
  env.mongodbUri,
  { timeoutMs: 20_000, poolSize: 32 },
  createLogger('silent', 'bare'),
);
await mongo.connected;
const { organisations, devices, deviceStates } = mongo.models;

const app = new Koa<ApiState>();
const room = { bodies: 10_000, bytes: 2 ** 30 };
app.silent = true;
app.use(readBody({ total: room, perAddress: room, maxLengthOf: () => 64 * 1024 }));
app.use(async (ctx) => {
  if (ctx.path === SITE.ready) ctx.body = { status: 'ok' };
  else ctx.body = ctx.method === 'GET' ? await listPage(parseNested(ctx.querystring)) : heartbeatAnswer(ctx);
});

/** Reads the first page of list_inventory and the total, without presenting the records. */
async function listPage(query: Readonly<Record<string, unknown>>): Promise<object> {
  const [organisationId, perPage] = [Number(query['organisation']), Number(query['per_page'])];
  const [organisation, found] = await Promise.all([
    organisations.collection.findOne({ _id: organisationId as never }, { projection: { deviceCount: 1 } }),
    devices.collection
      .find({ organisationId }, { projection: { searchText: 0, trigrams: 0, sort: 0 } })
      .sort({ _id: 1 })
      .hint('organisation_id')
      .limit(perPage)
      .batchSize(perPage + 1)
      .toArray(),
  ]);
  const states = await deviceStates.collection
    .find({ organisationId, _id: { $in: found.map(({ _id }) => _id) } }, { projection: { ports: 0 } })
    .batchSize(perPage + 1)
    .toArray();
  return { devices: found, states, count: organisation?.['deviceCount'] as number };
}

/** Parses a heartbeat without storing it. */
function heartbeatAnswer(ctx: Koa.ParameterizedContext<ApiState>): object {
  const body = parseBody(ctx);
  return { status: 200, server_time: new Date().toISOString(), mac_id: body['mac_id'], upgrade: null };
}

const handle = app.callback();
const server = createServer((request, response) => {
  void handle(request, response);
});
server.listen(env.port, env.host, () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://${env.host}:${port}` })}\n`);
});
process.once('SIGTERM', () => {
  process.exit();
});
