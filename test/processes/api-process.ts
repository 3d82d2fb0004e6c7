import { OwnProcess } from './own-process.js';
import { mainOf } from './unprotected/switch.js';

/** An API in a process of its own. */
export class ApiProcess extends OwnProcess {
  /** Where it listens, once it does. */
  url = '';
}

/** Starts one on a free port, on the stores of the test run, and waits until it listens. */
export async function startApiProcess(env: NodeJS.ProcessEnv = {}): Promise<ApiProcess> {
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
