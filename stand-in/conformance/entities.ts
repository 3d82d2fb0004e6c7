import mongoose from 'mongoose';
import { type Document, Skipped } from './test-file.js';

const { BSON, MongoClient, ReadPreference } = mongoose.mongo;

export interface ObservedEvent {
  readonly type: string;
  readonly event: Document;
}

const EVENTS = ['commandStarted', 'commandSucceeded', 'commandFailed'] as const;
const HIDDEN = new Set(['configureFailPoint', 'hello', 'isMaster', 'ismaster', 'endSessions']);

/** Copies an event, because the driver modifies a command before it retries it. */
function snapshot(event: object): Document {
  const copy: Document = { ...event };
  for (const field of ['command', 'reply']) {
    const document = copy[field] as mongoose.mongo.Document | undefined;
    if (document) copy[field] = BSON.deserialize(BSON.serialize(document, { ignoreUndefined: true }));
  }
  return copy;
}

/** Converts options from the test format to the driver's. */
function driverOptions(options: unknown): Document {
  const { readPreference, ...rest } = (options ?? {}) as Document;
  if (readPreference === undefined) return rest;
  const { mode, tagSets, maxStalenessSeconds } = readPreference as Document;
  const preference = new ReadPreference(
    mode as mongoose.mongo.ReadPreferenceMode,
    tagSets as mongoose.mongo.TagSet[],
    maxStalenessSeconds === undefined ? {} : { maxStalenessSeconds: Number(maxStalenessSeconds) },
  );
  return { ...rest, readPreference: preference };
}

/** The named objects of a test: clients with their observed events, databases, collections, sessions and values. */
export class Entities {
  readonly #all = new Map<string, unknown>();
  readonly #events = new Map<string, ObservedEvent[]>();
  readonly #clients: mongoose.mongo.MongoClient[] = [];
  readonly #sessions: mongoose.mongo.ClientSession[] = [];

  constructor(private readonly uri: string) {}

  get(id: string): unknown {
    if (!this.#all.has(id)) throw new Skipped(`no entity ${id}`);
    return this.#all.get(id);
  }

  set(id: string, value: unknown): void {
    this.#all.set(id, value);
  }

  session(id: string): mongoose.mongo.ClientSession {
    return this.get(id) as mongoose.mongo.ClientSession;
  }

  events(clientId: string): readonly ObservedEvent[] {
    return this.#events.get(clientId) ?? [];
  }

  async create([kind, spec]: [string, Document]): Promise<void> {
    const id = String(spec['id']);
    if (kind === 'client') this.set(id, await this.#client(id, spec));
    else if (kind === 'database') {
      const client = this.get(String(spec['client'])) as mongoose.mongo.MongoClient;
      this.set(id, client.db(String(spec['databaseName']), driverOptions(spec['databaseOptions'])));
    } else if (kind === 'collection') {
      const database = this.get(String(spec['database'])) as mongoose.mongo.Db;
      const options = driverOptions(spec['collectionOptions']);
      this.set(id, database.collection(String(spec['collectionName']), options));
    } else if (kind === 'session') {
      const client = this.get(String(spec['client'])) as mongoose.mongo.MongoClient;
      const { defaultTransactionOptions, ...options } = (spec['sessionOptions'] ?? {}) as Document;
      const defaults = { defaultTransactionOptions: driverOptions(defaultTransactionOptions) };
      const session = client.startSession({ ...options, ...defaults });
      this.#sessions.push(session);
      this.set(id, session);
    } else throw new Skipped(`entity ${kind}`);
  }

  async close(): Promise<void> {
    for (const session of this.#sessions) await session.endSession().catch(() => undefined);
    for (const client of this.#clients) await client.close();
  }

  async #members(): Promise<number> {
    const client = this.get('runner') as mongoose.mongo.MongoClient;
    const { hosts } = (await client.db('admin').command({ hello: 1 })) as { hosts?: readonly string[] };
    return hosts?.length ?? 1;
  }

  async #client(id: string, spec: Document): Promise<mongoose.mongo.MongoClient> {
    for (const unsupported of [
      'autoEncryptOpts',
      'serverApi',
      'observeLogMessages',
      'observeTracingMessages',
    ]) {
      if (unsupported in spec) throw new Skipped(`client option ${unsupported}`);
    }
    const address = new URL(this.uri);
    const options = (spec['uriOptions'] ?? {}) as Document;
    if (options['readPreference'] === 'secondary' && (await this.#members()) === 1) {
      throw new Skipped('the driver connects with readPreference secondary only where there is a secondary');
    }
    for (const [name, value] of Object.entries(options)) address.searchParams.set(name, String(value));
    const client = new MongoClient(address.href, { monitorCommands: true, serverSelectionTimeoutMS: 5_000 });
    this.#clients.push(client);
    const events: ObservedEvent[] = [];
    this.#events.set(id, events);
    const observed = new Set((spec['observeEvents'] ?? []) as string[]);
    const hidden = new Set((spec['ignoreCommandMonitoringEvents'] ?? []) as string[]);
    for (const name of EVENTS) {
      client.on(name, (event: { commandName: string }) => {
        const type = `${name}Event`;
        if (!observed.has(type) || HIDDEN.has(event.commandName) || hidden.has(event.commandName)) return;
        events.push({ type, event: snapshot(event) });
      });
    }
    return client.connect();
  }
}
