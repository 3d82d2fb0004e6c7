import { openMongo, type MongoHandle, type MongoOptions } from '../platform/mongo/mongo.js';
import type { Log } from '../platform/observability/logger.js';
import { bindModels, type Models } from './models.js';

/** A connection with the models of every family. */
export type Database = MongoHandle<Models>;

/** Opens MongoDB like {@link openMongo} and binds every model to the connection. */
export function openDatabase(uri: string, options: MongoOptions, log: Log): Database {
  return openMongo(uri, options, log, bindModels);
}
