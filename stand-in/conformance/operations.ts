import mongoose from 'mongoose';
import type { Entities } from './entities.js';
import { type Document, type Operation, Skipped } from './test-file.js';
import { testRunnerOperation } from './test-runner-operations.js';

type Collection = mongoose.mongo.Collection;
type Call = (collection: Collection, args: Document, options: Document) => Promise<unknown>;

const doc = (args: Document, name: string): mongoose.mongo.Document => args[name] ?? {};

function bulkResult(result: mongoose.mongo.BulkWriteResult): Document {
  const { insertedCount, matchedCount, modifiedCount, deletedCount, upsertedCount } = result;
  const { insertedIds, upsertedIds } = result;
  return {
    insertedCount,
    matchedCount,
    modifiedCount,
    deletedCount,
    upsertedCount,
    insertedIds,
    upsertedIds,
  };
}

/** The driver expects `after` where the format has `After`. */
function modifyOptions(options: Document): Document {
  const { returnDocument } = options;
  return returnDocument === undefined
    ? options
    : { ...options, returnDocument: (returnDocument as string).toLowerCase() };
}

const update = (args: Document): mongoose.mongo.Document => args['update'] as mongoose.mongo.Document;

const COLLECTION: Readonly<Record<string, Call>> = {
  insertOne: (c, args, options) => c.insertOne(doc(args, 'document'), options),
  insertMany: (c, args, options) => c.insertMany(args['documents'] as mongoose.mongo.Document[], options),
  find: (c, args, options) => c.find(doc(args, 'filter'), options).toArray(),
  findOne: (c, args, options) => c.findOne(doc(args, 'filter'), options),
  aggregate: (c, args, options) => c.aggregate(args['pipeline'] as Document[], options).toArray(),
  updateOne: (c, args, options) => c.updateOne(doc(args, 'filter'), update(args), options),
  updateMany: (c, args, options) => c.updateMany(doc(args, 'filter'), update(args), options),
  replaceOne: (c, args, options) => c.replaceOne(doc(args, 'filter'), doc(args, 'replacement'), options),
  deleteOne: (c, args, options) => c.deleteOne(doc(args, 'filter'), options),
  deleteMany: (c, args, options) => c.deleteMany(doc(args, 'filter'), options),
  findOneAndUpdate: (c, args, options) =>
    c.findOneAndUpdate(doc(args, 'filter'), update(args), modifyOptions(options)),
  findOneAndReplace: (c, args, options) =>
    c.findOneAndReplace(doc(args, 'filter'), doc(args, 'replacement'), modifyOptions(options)),
  findOneAndDelete: (c, args, options) => c.findOneAndDelete(doc(args, 'filter'), options),
  bulkWrite: async (c, args, options) =>
    bulkResult(await c.bulkWrite(args['requests'] as mongoose.mongo.AnyBulkWriteOperation[], options)),
  countDocuments: (c, args, options) => c.countDocuments(doc(args, 'filter'), options),
  // oxlint-disable-next-line typescript/no-deprecated -- drivers still have it, and the format tests it
  count: (c, args, options) => c.count(doc(args, 'filter'), options),
  estimatedDocumentCount: (c, _args, options) => c.estimatedDocumentCount(options),
  distinct: (c, args, options) => c.distinct(String(args['fieldName']), doc(args, 'filter'), options),
  createIndex: (c, args, options) => {
    const { name, unique, ...rest } = options;
    const index = Object.fromEntries(
      Object.entries({ name, unique }).filter(([, value]) => value !== undefined),
    );
    return c.createIndex(doc(args, 'keys'), index, rest);
  },
  dropIndex: (c, args, options) => c.dropIndex(String(args['name']), options),
  dropIndexes: (c, _args, options) => c.dropIndexes(options),
  listIndexes: (c, _args, options) => c.listIndexes(options).toArray(),
};

const NOT_OPTIONS = new Set([
  'document',
  'documents',
  'filter',
  'pipeline',
  'update',
  'replacement',
  'requests',
  'fieldName',
  'keys',
  'collection',
  'command',
  'commandName',
]);

function optionsOf(args: Document, entities: Entities): Document {
  const kept = Object.entries(args).filter(([name]) => !NOT_OPTIONS.has(name));
  const options = Object.fromEntries(kept);
  return 'session' in options
    ? { ...options, session: entities.session(String(options['session'])) }
    : options;
}

/** The driver takes the pipeline of a view as an option. */
function createOptions({ pipeline }: Document, options: Document): Document {
  return pipeline === undefined ? options : { ...options, pipeline };
}

function onDatabase(
  name: string,
  database: mongoose.mongo.Db,
  args: Document,
  options: Document,
): Promise<unknown> {
  const collection = String(args['collection']);
  switch (name) {
    case 'runCommand':
      return database.command(doc(args, 'command'), options);
    case 'aggregate':
      return database.aggregate(args['pipeline'] as Document[], options).toArray();
    case 'createCollection':
      return database.createCollection(collection, createOptions(args, options)).then(() => undefined);
    case 'dropCollection':
      return database.dropCollection(collection, options);
    case 'listCollections':
      return database.listCollections(doc(args, 'filter'), options).toArray();
    default:
      throw new Skipped(`operation ${name} of a database`);
  }
}

function onSession(name: string, session: mongoose.mongo.ClientSession, options: Document): Promise<unknown> {
  switch (name) {
    case 'startTransaction':
      session.startTransaction(options);
      return Promise.resolve();
    case 'commitTransaction':
      return session.commitTransaction(options).then(() => undefined);
    case 'abortTransaction':
      return session.abortTransaction(options);
    case 'endSession':
      return session.endSession();
    default:
      throw new Skipped(`operation ${name} of a session`);
  }
}

/** Runs an operation through the driver and returns its result in the form that the test format defines. */
export async function runOperation(operation: Operation, entities: Entities): Promise<unknown> {
  const { name, object, arguments: args = {} } = operation;
  if (object === 'testRunner') return testRunnerOperation(operation, entities);
  const target = entities.get(object);
  const options = optionsOf(args, entities);
  if (target instanceof mongoose.mongo.Collection) {
    const call = COLLECTION[name];
    if (!call) throw new Skipped(`operation ${name} of a collection`);
    return call(target as Collection, args, options);
  }
  if (target instanceof mongoose.mongo.Db) return onDatabase(name, target, args, options);
  if (target instanceof mongoose.mongo.ClientSession) return onSession(name, target, options);
  throw new Skipped(`operation ${name} of ${object}`);
}
