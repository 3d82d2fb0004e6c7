import type { Deps } from '../shared/composition/deps.js';
import type { Pass } from '../shared/platform/loop.js';
import { createLoops, type LoopName } from '../worker/loops.js';

/** One pass of a loop of the worker in this process, which remembers nothing of those before. */
export function runLoop(name: LoopName, deps: Deps): Promise<Pass> {
  const loop = createLoops()[name];
  return loop.work(deps, name, loop);
}

/** Whether every device was observed here, and not by another worker. */
export async function observe(deps: Deps): Promise<boolean> {
  return (await runLoop('observation', deps)).worked === 1;
}
