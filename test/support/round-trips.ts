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

/**
 * Runs something and gives every command that went to MongoDB meanwhile, in order, as `find devices`: one command
 * is one round trip. Nothing else may use the same connection at the same time.
 * @throws Error when the connection was opened without `monitored`
 */
export async function countRoundTrips<T>(
  { mongo }: { readonly mongo: { readonly connection: Connection } },
  run: () => Promise<T>,
): Promise<{ result: T; commands: string[] }> {
  const client = mongo.connection.getClient();
  if (!client.options.monitorCommands) throw new Error('Open the connection with a monitored address');
  const commands: string[] = [];
  const note = ({ commandName, command }: mongo.CommandStartedEvent): void => {
    if (HOUSEKEEPING.has(commandName)) return;
    const target: unknown = command[commandName === 'getMore' ? 'collection' : commandName];
    commands.push(typeof target === 'string' ? `${commandName} ${target}` : commandName);
  };
  client.on('commandStarted', note);
  try {
    return { result: await run(), commands };
  } finally {
    client.off('commandStarted', note);
  }
}
