import { hostname, cpus, totalmem } from 'node:os';
import { deserialize, Long } from 'bson';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { REPLICA_SET } from '../replica-set.js';
import { MAX_MESSAGE_LENGTH } from '../wire/opcodes.js';
import { elementsOf } from '../wire/elements.js';
import type { PostgresConnection } from '../postgres/connection.js';
import { type Handler, reply } from './context.js';

const VERSION = '7.0.0';
const ok: Handler = () => reply({ ok: 1 });

/** The application name in the client metadata of a connection's first hello. */
function readAppName(body: Buffer): string | undefined {
  for (const { name, valueStart, end } of elementsOf(body)) {
    if (name !== 'client') continue;
    const metadata = deserialize(body.subarray(valueStart, end)) as { application?: { name?: string } };
    return metadata.application?.name;
  }
  return undefined;
}

const hello: Handler = (context, command) => {
  const { gateway, connectionId } = context;
  context.appName = readAppName(command.body) ?? context.appName;
  const address = `127.0.0.1:${gateway.port}`;
  const primary = command.name === 'hello' ? { isWritablePrimary: true } : { ismaster: true };
  return reply({
    helloOk: true,
    ...primary,
    secondary: false,
    setName: REPLICA_SET,
    setVersion: 1,
    hosts: [address],
    me: address,
    primary: address,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: MAX_MESSAGE_LENGTH,
    // DocumentDB's own limit. Drivers split larger batches.
    maxWriteBatchSize: 25_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ok: 1,
  });
};

const endSessions: Handler = async ({ gateway }, command) => {
  const sessions: string[] = [];
  for (const list of elementsOf(command.body)) {
    if (list.name !== command.name) continue;
    for (const session of elementsOf(command.body, list.valueStart)) {
      sessions.push(command.body.toString('latin1', session.valueStart, session.end));
    }
  }
  await gateway.transactions.endSessions(sessions);
  return reply({ ok: 1 });
};

/** Sets one of the two parameters that can change at run time. */
const setParameter: Handler = async ({ gateway }, command) => {
  const parameters = deserialize(command.body) as Record<string, unknown>;
  const { transactionLifetimeLimitSeconds: seconds, ttlMonitorEnabled } = parameters;
  if (command.database === 'admin' && typeof ttlMonitorEnabled === 'boolean') {
    const was = await gateway.pool.run(readTtlMonitor);
    await gateway.pool.run((connection) => setTtlMonitor(connection, ttlMonitorEnabled));
    return reply({ was, ok: 1 });
  }
  if (command.database !== 'admin' || typeof seconds !== 'number' || !(seconds >= 1)) {
    throw new CommandError(
      CODE.invalidOptions,
      'setParameter takes transactionLifetimeLimitSeconds, from 1 up, or ttlMonitorEnabled',
    );
  }
  const was = gateway.transactions.lifetimeMs / 1_000;
  gateway.transactions.lifetimeMs = seconds * 1_000;
  return reply({ was, ok: 1 });
};

/** DocumentDB's job that deletes expired documents each minute. */
const TTL_JOB = "FROM cron.job WHERE jobname = 'documentdb_ttl_task'";

async function readTtlMonitor(connection: PostgresConnection): Promise<boolean> {
  const [row] = await connection.query(`SELECT active::text ${TTL_JOB}`, []);
  return row?.[0]?.toString() === 'true';
}

function setTtlMonitor(connection: PostgresConnection, enabled: boolean): Promise<void> {
  return connection.execute(`SELECT cron.alter_job(jobid, active := ${String(enabled)}) ${TTL_JOB}`);
}

/** Commands about the server itself. */
export const handshakeCommands: Readonly<Record<string, Handler>> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: ok,
  endSessions,
  refreshSessions: ok,
  buildInfo: () =>
    reply({ version: VERSION, versionArray: [7, 0, 0, 0], gitVersion: 'gateway', bits: 64, ok: 1 }),
  hostInfo: () =>
    reply({
      system: { hostname: hostname(), numCores: cpus().length, memSizeMB: Math.round(totalmem() / 2 ** 20) },
      ok: 1,
    }),
  getParameter: async ({ gateway }) =>
    reply({
      featureCompatibilityVersion: { version: '7.0' },
      transactionLifetimeLimitSeconds: gateway.transactions.lifetimeMs / 1_000,
      ttlMonitorEnabled: await gateway.pool.run(readTtlMonitor),
      ok: 1,
    }),
  setParameter,
  connectionStatus: () => reply({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok: 1 }),
  whatsmyuri: () => reply({ you: '127.0.0.1:0', ok: 1 }),
  getLog: () => reply({ totalLinesWritten: 0, log: [], ok: 1 }),
  serverStatus: ({ gateway }) =>
    reply({
      version: VERSION,
      process: 'mongod',
      pid: Long.fromNumber(process.pid),
      uptime: (Date.now() - gateway.startedAt) / 1000,
      ok: 1,
    }),
};
