import type { Connection, mongo } from 'mongoose';
import type { Metrics } from './metrics.js';

/** Measures every command of the connection's client; it must have been opened with monitorCommands. */
export function observeMongo(connection: Connection, { store }: Pick<Metrics, 'store'>): void {
  connection.once('connected', () => {
    const client: mongo.MongoClient = connection.getClient();
    client.on('commandSucceeded', ({ commandName, duration }) => {
      store.observe({ command: commandName, outcome: 'done' }, duration / 1000);
    });
    client.on('commandFailed', ({ commandName, duration }) => {
      store.observe({ command: commandName, outcome: 'failed' }, duration / 1000);
    });
  });
}
