import { parseArgs } from 'node:util';
import { type GatewayOptions, serve } from './serve.js';

/** Reads `name=value` settings with mongod's names. Throws on an unknown name. */
function readParameters(
  settings: readonly string[],
): Pick<GatewayOptions, 'testCommands' | 'transactionLifetimeSeconds'> {
  let testCommands = false;
  let transactionLifetimeSeconds = 60;
  for (const setting of settings) {
    const [name, value] = setting.split('=');
    if (name === 'enableTestCommands') testCommands = value === '1';
    else if (name === 'transactionLifetimeLimitSeconds') transactionLifetimeSeconds = Number(value);
    else throw new Error(`unknown parameter: ${setting}`);
  }
  return { testCommands, transactionLifetimeSeconds };
}

/**
 * `node dist/stand-in/gateway/main.js <port> <PostgreSQL socket file> [--setParameter name=value …]` runs the gateway. It
 * ends when its input ends, so that it never outlives its parent, and ignores Ctrl-C, which the parent handles. Sends its
 * parent a message when it listens.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { setParameter: { type: 'string', multiple: true, default: [] } },
});
const [port, socketPath] = positionals;
if (port === undefined || socketPath === undefined) throw new Error('usage: main.js <port> <socket file>');

const gateway = await serve({ port: Number(port), socketPath, ...readParameters(values.setParameter) });
process.send?.('listens');
if (process.connected) process.disconnect();
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdin.resume();
process.stdin.once('end', () => void gateway.close().then(() => process.exit(0)));
