import { startMongo, type MongoHandle } from '../../dev/services/mongo/start-mongo.js';
import { groundOf, OwnStore } from './own-store.js';

/** A MongoDB of a test's own. What was acknowledged it keeps over a restart. */
export class OwnMongo extends OwnStore<MongoHandle> {
  static async start(): Promise<OwnMongo> {
    return new OwnMongo(await groundOf(startMongo));
  }

  /** The same after a restart. */
  get uri(): string {
    return this.handle.uri;
  }
}
