import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { startOnPort } from '../processes/free-port.js';
import { supervise, untilReady } from '../processes/supervise.js';
import type { StoreHandle, StoreOptions } from '../store-handle.js';
import { parameterArguments } from './parameters.js';
import { REPLICA_SET } from '../gateway/replica-set.js';

/** Makes the server the primary of a single-node replica set, which transactions need. Idempotent. */
async function isPrimary(port: number): Promise<boolean> {
  const uri = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 1_000 });
  try {
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    if (hello['isWritablePrimary'] === true) return true;
    const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
    await admin
      .command({ replSetInitiate: { _id: REPLICA_SET, members } })
      .catch(() => moveMember(admin, port));
    return false;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

/** Updates the member's address in an existing replica set, since the port may have changed. */
async function moveMember(admin: mongoose.mongo.Db, port: number): Promise<void> {
  const { config } = (await admin.command({ replSetGetConfig: 1 })) as {
    config: { version: number; members: { host: string }[] };
  };
  const host = `127.0.0.1:${port}`;
  if (config.members[0]?.host === host) return;
  const members = config.members.map((member) => ({ ...member, host }));
  await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true });
}

/** Starts a mongod as a single-node replica set. */
export async function startMongod(command: string, options: StoreOptions): Promise<StoreHandle> {
  const folder = join(options.dataDir, 'mongod');
  await mkdir(folder, { recursive: true });
  return startOnPort(join(options.dataDir, 'mongo.port'), options.port, (port) =>
    startOn(port, command, folder, options),
  );
}

async function startOn(
  port: number,
  command: string,
  folder: string,
  options: StoreOptions,
): Promise<StoreHandle> {
  const server = {
    name: 'mongod',
    command,
    args: [
      '--dbpath',
      folder,
      '--port',
      String(port),
      '--bind_ip',
      '127.0.0.1',
      '--replSet',
      REPLICA_SET,
      ...parameterArguments(options),
    ],
    env: options.env,
    stopSignal: 'SIGTERM' as const,
    pidFile: join(options.dataDir, 'mongod.pid'),
    logFile: join(options.dataDir, 'mongod.log'),
  };
  const mongod = await supervise(server);
  await untilReady(mongod, server, () => isPrimary(port));
  return {
    port,
    stop: () => mongod.stop(),
    kill: () => mongod.kill(),
    pause: () => mongod.pause(),
    resume: () => mongod.resume(),
  };
}
