import mongoose from 'mongoose';
import { gatewayUri } from './gateway-uri.js';

/** A client and a database that no other test uses. */
export interface TestDatabase {
  readonly client: mongoose.mongo.MongoClient;
  readonly db: mongoose.mongo.Db;
  close(): Promise<void>;
}

/** Opens a database that no other test uses; `close` drops it. */
export async function openDatabase(
  name: string,
  options: mongoose.mongo.MongoClientOptions = {},
): Promise<TestDatabase> {
  const client = await mongoose.mongo.MongoClient.connect(gatewayUri(), options);
  const db = client.db(`gateway_${name}_${process.pid}`);
  return {
    client,
    db,
    close: async () => {
      await db.dropDatabase();
      await client.close();
    },
  };
}

/** Returns the server error of a rejected promise. Throws if it resolves or rejects with another error. */
export async function rejection(promise: Promise<unknown>): Promise<mongoose.mongo.MongoServerError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError) return error;
    throw error;
  }
  throw new Error('expected a rejection');
}
