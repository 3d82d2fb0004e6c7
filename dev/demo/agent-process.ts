import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs the agent with the given arguments as a process of the demo, and ends with it. The agent waits up to an interval
 * before its first heartbeat, so this sends the first two at once: what a viewer of the demo waits for is there early.
 */
const args = process.argv.slice(2);
const EARLY_HEARTBEATS = 2;
let agent: ChildProcess | undefined;
const stopping = new AbortController();

async function run(command: string): Promise<number> {
  agent = spawn('sh', [...args, command], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(agent, 'exit')) as [number | null];
  return code ?? 1;
}

process.on('exit', () => agent?.kill('SIGTERM'));
process.once('SIGTERM', () => {
  stopping.abort();
  agent?.kill('SIGTERM');
});
for (let sent = 0; sent < EARLY_HEARTBEATS && !stopping.signal.aborted; sent += 1) await run('once');
if (!stopping.signal.aborted) process.exitCode = await run('run');
