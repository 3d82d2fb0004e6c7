import { readEnv } from '../../shared/config/env.js';
import type { StartOverrides } from '../../shared/operations/deps.js';
import { startWorker, type RunningWorker } from '../../worker/start-worker.js';
import { testLog } from './log-watch.js';
import type { UpgradeStage } from './upgrade-stage.js';

/** A worker on the stage's database, queue and clock, on a free port; close it yourself. */
export function startTestWorker(
  stage: UpgradeStage,
  env: Record<string, string> = {},
  overrides: StartOverrides = {},
): Promise<RunningWorker> {
  const read = readEnv({ ...process.env, ...stage.env, ...env });
  return startWorker(read, testLog(read.logLevel, 'worker'), { now: stage.clock.now, ...overrides });
}
