import { serve } from './serve.js';

/**
 * `node dist/dev/gateway/main.js <port> <PostgreSQL socket file>`: the gateway as a process of its own. It
 * ends when its input ends, so that it never outlives who started it, and leaves Ctrl-C to that one.
 */
const [port, socketPath] = process.argv.slice(2);
if (port === undefined || socketPath === undefined) throw new Error('usage: main.js <port> <socket file>');

const gateway = await serve({ port: Number(port), socketPath });
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdin.resume();
process.stdin.once('end', () => void gateway.close().then(() => process.exit(0)));
