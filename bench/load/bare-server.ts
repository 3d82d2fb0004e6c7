import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa, { type Context } from 'koa';
import rawBody from 'raw-body';
import { readEnv } from '../../shared/platform/env/env.js';
import { openDatabase } from '../../shared/composition/database.js';
import { SHOWN } from '../../shared/inventory/stores/device-store.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { SITE } from '../../api/paths.js';

/** The baseline of the benchmarks: Koa and the driver alone, without authentication, validation, routes or logs. */
const env = readEnv();
const mongo = openDatabase(
  env.mongodbUri,
  { timeoutMs: 20_000, poolSize: 32 },
  createLogger('silent', 'bare'),
);
await mongo.connected;
const { organisations, devices, deviceStates } = mongo.models;

const GATHER_MS = 5;

const app = new Koa();
app.silent = true;
app.use(async (ctx) => {
  if (ctx.path === SITE.ready) ctx.body = { status: 'ok' };
  else ctx.body = ctx.method === 'GET' ? await listPage(ctx.query) : await heartbeatAnswer(ctx);
});

/** Reads the first page of list_inventory and the total as the API does, without presenting the records. */
async function listPage(query: Readonly<Record<string, unknown>>): Promise<object> {
  const [organisationId, perPage] = [Number(query['organisation']), Number(query['per_page'])];
  const [organisation, found] = await Promise.all([
    organisations.collection.findOne({ _id: organisationId as never }, { projection: { deviceCount: 1 } }),
    devices.collection
      .find({ organisationId }, { projection: SHOWN })
      .sort({ _id: 1 })
      .hint('organisation_id')
      .limit(perPage)
      .batchSize(perPage + 1)
      .toArray(),
  ]);
  const states = await deviceStates.collection
    .find(
      { organisationId, _id: { $in: found.map(({ _id }) => _id) } },
      { projection: { lastHeartbeatAt: 1, publicIp: 1 } },
    )
    .batchSize(perPage + 1)
    .toArray();
  return { devices: found, states, count: organisation?.['deviceCount'] as number };
}

/** Stores a heartbeat, and answers when it is stored. */
async function heartbeatAnswer(ctx: Context): Promise<object> {
  const body = JSON.parse(await rawBody(ctx.req, { encoding: 'utf8' })) as Record<string, unknown>;
  const at = new Date();
  await stored({
    updateOne: {
      filter: {
        _id: idOf(ctx.get('Authorization')),
        $or: [{ lastHeartbeatAt: null }, { lastHeartbeatAt: { $lte: at } }],
      },
      update: {
        $set: { lastHeartbeatAt: at, publicIp: ctx.ip, uptimeS: body['uptime_s'], sortKey: at.toISOString() },
      },
    },
  });
  return { status: 200, server_time: at.toISOString(), upgrade: null };
}

/** The key of a generated device ends with its id. */
function idOf(authorization: string): number {
  return Number(/(\d+)$/.exec(authorization)?.[1]);
}

let waiting: {
  readonly update: object;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}[] = [];

/** Gathers the updates of five milliseconds in one bulk write. */
function stored(update: object): Promise<void> {
  return new Promise((done, failed) => {
    if (waiting.length === 0) setTimeout(writeWaiting, GATHER_MS);
    waiting.push({ update, done, failed });
  });
}

function writeWaiting(): void {
  const batch = waiting;
  waiting = [];
  deviceStates.collection.bulkWrite(batch.map(({ update }) => update) as never[], { ordered: false }).then(
    () => {
      for (const { done } of batch) done();
    },
    (error: unknown) => {
      for (const { failed } of batch) failed(error);
    },
  );
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
