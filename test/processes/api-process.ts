import { eventually } from '../fixtures/eventually.js';
import { OwnProcess } from './own-process.js';
import { lacksIndex } from './unprotected/drop-index.js';
import { mainOf } from './unprotected/switch.js';

/** An API in its own process. */
export class ApiProcess extends OwnProcess {
  /** Its address, once it listens. */
  url = '';
}

/**
 * Starts an API on a free port with the stores of the test run, and waits until it is ready. In a run without an index,
 * it never is; the stores are enough then.
 */
export async function startApiProcess(env: NodeJS.ProcessEnv = {}): Promise<ApiProcess> {
  const api = await listeningApiProcess(env);
  await eventually('the API is ready', async () => {
    const ready = (await (await fetch(`${api.url}/readyz`)).json()) as Record<string, unknown>;
    return (
      ready['mongodb'] === true && ready['redis'] === true && (ready['indexes'] === true || lacksIndex())
    );
  });
  return api;
}

/** Like {@link startApiProcess}, but waits only until it listens: its stores may be down. */
export async function listeningApiProcess(env: NodeJS.ProcessEnv): Promise<ApiProcess> {
  const api = new ApiProcess(mainOf('api'), {
    ...process.env,
    NODE_ENV: 'test',
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    ...env,
    LOG_LEVEL: 'info',
  });
  api.url = String((await api.says('API listens'))['url']);
  return api;
}
