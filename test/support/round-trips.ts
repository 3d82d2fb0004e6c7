import type { Connection, mongo } from 'mongoose';

/** What a driver says when it opens or closes a connection; no work of the code under test. */
const HOUSEKEEPING = new Set([
  'hello',
  'ismaster',
  'isMaster',
  'saslStart',
  'saslContinue',
  'endSessions',
  'ping',
]);

/** The address with the driver's command events turned on, as countRoundTrips needs them. */
export function monitored(uri: string): string {
  if (/[?&]monitorCommands=/.test(uri)) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
}

/** A command as the driver sends it, and the collection that it is about; none for those about no collection. */
export interface SentCommand {
  readonly name: string;
  readonly collection: string | null;
  readonly command: Readonly<Record<string, unknown>>;
}

interface Observed {
  readonly mongo: { readonly connection: Connection };
}

/**
 * Runs something and gives every command that went to MongoDB meanwhile, in order. Nothing else may use the same
 * connection at the same time.
 * @throws Error when the connection was opened without `monitored`
 */
export async function recordCommands<T>(
  { mongo }: Observed,
  run: () => Promise<T>,
): Promise<{ result: T; commands: SentCommand[] }> {
  const client = mongo.connection.getClient();
  if (!client.options.monitorCommands) throw new Error('Open the connection with a monitored address');
  const commands: SentCommand[] = [];
  const note = ({ commandName: name, command }: mongo.CommandStartedEvent): void => {
    if (HOUSEKEEPING.has(name)) return;
    const target: unknown = command[name === 'getMore' ? 'collection' : name];
    commands.push({ name, collection: typeof target === 'string' ? target : null, command });
  };
  client.on('commandStarted', note);
  try {
    return { result: await run(), commands };
  } finally {
    client.off('commandStarted', note);
  }
}

/** The same as `find devices` and the like: one command is one round trip. */
export async function countRoundTrips<T>(
  observed: Observed,
  run: () => Promise<T>,
): Promise<{ result: T; commands: string[] }> {
  const { result, commands } = await recordCommands(observed, run);
  return {
    result,
    commands: commands.map(({ name, collection }) => (collection === null ? name : `${name} ${collection}`)),
  };
}
