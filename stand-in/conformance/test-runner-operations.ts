import type mongoose from 'mongoose';
import type { Entities } from './entities.js';
import { type Document, type Operation, Skipped } from './test-file.js';

// The driver's names for the states of a transaction.
const STATES: Readonly<Record<string, string>> = {
  none: 'NO_TRANSACTION',
  starting: 'STARTING_TRANSACTION',
  in_progress: 'TRANSACTION_IN_PROGRESS',
  committed: 'TRANSACTION_COMMITTED',
  aborted: 'TRANSACTION_ABORTED',
};

function assert(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

/** The session ids of the last two commands that a client started. */
function lastSessions(entities: Entities, client: string): unknown[] {
  const started = entities.events(client).filter(({ type }) => type === 'commandStartedEvent');
  return started.slice(-2).map(({ event }) => JSON.stringify((event['command'] as Document)['lsid']));
}

async function has(entities: Entities, args: Document, index?: string): Promise<boolean> {
  const client = entities.get('runner') as mongoose.mongo.MongoClient;
  const database = client.db(String(args['databaseName']));
  const name = String(args['collectionName']);
  if (index === undefined) return (await database.listCollections({ name }).toArray()).length > 0;
  const none = (): mongoose.mongo.Document[] => [];
  const indexes = await database.collection(name).listIndexes().toArray().catch(none);
  return indexes.some((one: Document) => one['name'] === index);
}

/** Runs the operations that the format defines for the runner itself. */
export async function testRunnerOperation(operation: Operation, entities: Entities): Promise<unknown> {
  const { name, arguments: args = {} } = operation;
  switch (name) {
    case 'failPoint': {
      const client = entities.get(String(args['client'])) as mongoose.mongo.MongoClient;
      return client.db('admin').command(args['failPoint'] as mongoose.mongo.Document);
    }
    case 'createEntities':
      for (const entity of args['entities'] as Record<string, Document>[]) {
        for (const one of Object.entries(entity)) await entities.create(one);
      }
      return undefined;
    case 'assertSessionTransactionState': {
      const session = entities.session(String(args['session'])) as unknown as {
        transaction: { state: string };
      };
      const { state } = session.transaction;
      assert(STATES[String(args['state'])] === state, `the session is in state ${state}`);
      return undefined;
    }
    case 'assertSameLsidOnLastTwoCommands':
    case 'assertDifferentLsidOnLastTwoCommands': {
      const [first, second] = lastSessions(entities, String(args['client']));
      assert((first === second) === (name === 'assertSameLsidOnLastTwoCommands'), name);
      return undefined;
    }
    case 'assertCollectionExists':
    case 'assertCollectionNotExists':
      assert((await has(entities, args)) === (name === 'assertCollectionExists'), name);
      return undefined;
    case 'assertIndexExists':
    case 'assertIndexNotExists':
      assert((await has(entities, args, String(args['indexName']))) === (name === 'assertIndexExists'), name);
      return undefined;
    default:
      throw new Skipped(`operation ${name} of the runner`);
  }
}
