import { parseArgs } from 'node:util';
import { readParameters } from './read-parameters.js';
import { serve } from './serve.js';

/**
 * `node dist/dev/gateway/main.js <port> <PostgreSQL socket file> [--setParameter name=value …]`: the gateway as
 * a process of its own. It ends when its input ends, so that it never outlives its parent, and leaves Ctrl-C to
 * the parent.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { setParameter: { type: 'string', multiple: true, default: [] } },
});
const [port, socketPath] = positionals;
if (port === undefined || socketPath === undefined) throw new Error('usage: main.js <port> <socket file>');

const gateway = await serve({ port: Number(port), socketPath, ...readParameters(values.setParameter) });
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdin.resume();
process.stdin.once('end', () => void gateway.close().then(() => process.exit(0)));
