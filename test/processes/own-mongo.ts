import { startMongo, type MongoHandle } from '../../stand-in/mongo/start-mongo.js';
import { groundOf, OwnStore } from './own-store.js';

/** A MongoDB of the test's own. Keeps acknowledged writes over a restart. */
export class OwnMongo extends OwnStore<MongoHandle> {
  static async start(): Promise<OwnMongo> {
    return new OwnMongo(await groundOf(startMongo));
  }

  /** The address, which stays the same after a restart. */
  get uri(): string {
    return this.handle.uri;
  }
}
