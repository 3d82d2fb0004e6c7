import { OwnProcess } from './own-process.js';
import { mainOf } from './unprotected/switch.js';

/** An API in its own process. */
export class ApiProcess extends OwnProcess {
  /** Its address, once it listens. */
  url = '';
}

/** Starts an API on a free port with the stores of the test run, and waits until it listens. */
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
