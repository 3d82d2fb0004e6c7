import { atEnd } from '../../../test/fixtures/at-end.js';
import mongoose from 'mongoose';
import { startMongo, type MongoHandle } from '../../mongo/start-mongo.js';
import { groundOf, OwnStore } from '../../../test/processes/own-store.js';

/** A gateway for runs that use another MongoDB. */
class OwnGateway extends OwnStore<MongoHandle> {
  static async start(): Promise<OwnGateway> {
    const env = { ...process.env, AIRFLEET_STORE: 'documentdb' };
    return new OwnGateway(await groundOf((options) => startMongo({ ...options, env })));
  }

  get uri(): string {
    return this.handle.uri;
  }
}

let found: string | undefined;

async function isGateway(uri: string): Promise<boolean> {
  const client = await mongoose.mongo.MongoClient.connect(uri);
  try {
    const { gitVersion } = await client.db('admin').command({ buildInfo: 1 });
    return gitVersion === 'gateway';
  } finally {
    await client.close();
  }
}

/** Finds the gateway at MONGODB_URI or starts one. Returns false where DocumentDB cannot be installed. */
export async function findGateway(): Promise<boolean> {
  const uri = process.env['MONGODB_URI'] ?? '';
  if (found === undefined && (await isGateway(uri))) found = uri;
  if (found === undefined) {
    const own = await OwnGateway.start().catch(() => undefined);
    if (own) atEnd(() => own.close());
    found = own?.uri ?? '';
  }
  return found !== '';
}

/** The address of the gateway that `findGateway` found. */
export function gatewayUri(): string {
  if (found === undefined || found === '') throw new Error('There is no gateway');
  return found;
}
