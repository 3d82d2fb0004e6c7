import { readEnv } from '../shared/platform/env/env.js';
import { killAt } from '../shared/platform/failpoints.js';
import { runProcess } from '../shared/platform/env/run-process.js';
import { createLogger, logFormat } from '../shared/platform/observability/logger.js';
import { startGateway } from './start-gateway.js';

await runProcess(async () => {
  const env = readEnv();
  const log = createLogger(env.logLevel, 'gateway', logFormat(env));
  const gateway = await startGateway(env, log, { failpoint: killAt(env.killAt) });
  process.on('SIGHUP', () => void gateway.reload());
  if (gateway.devicePort === null)
    log.info(
      { probes: gateway.probesUrl },
      'The gateway listens to no devices: it has no port or certificate',
    );
  else log.info({ port: gateway.devicePort, probes: gateway.probesUrl }, 'The gateway listens to devices');
  return gateway;
});
