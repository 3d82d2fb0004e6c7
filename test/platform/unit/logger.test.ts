import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { readEnv } from '../../../shared/platform/env/env.js';
import { logFormat, type LogFormat } from '../../../shared/platform/observability/logger.js';

const LOGGER = new URL('../../../shared/platform/observability/logger.js', import.meta.url).href;

/** What a process prints that logs one event with these fields. */
async function printed(format: LogFormat, fields: object): Promise<string> {
  const script = `import { createLogger } from '${LOGGER}';
    createLogger('info', 'api', '${format}').info(${JSON.stringify(fields)}, 'request');`;
  const run = promisify(execFile);
  return (await run(process.execPath, ['--input-type=module', '--eval', script])).stdout;
}

describe('createLogger', () => {
  it('writes an event as one line of JSON, or of readable text', async () => {
    const json = await printed('json', { status: 200, requestId: 'abc' });
    expect(JSON.parse(json)).to.include({ process: 'api', msg: 'request', status: 200, requestId: 'abc' });
    const text = await printed('readable', { status: 200 });
    expect(text).to.match(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: api: request \{"status":200\}\n$/);
  });

  for (const format of ['json', 'readable'] as const) {
    it(`redacts fields with names of secrets at three depths (${format})`, async () => {
      const secret = { password: 'hunter2' };
      const text = await printed(format, {
        ...secret,
        body: { wpa_key: 'hunter2', user: { access_token: 'hunter2' } },
      });
      expect(text).to.include('[redacted]').and.not.include('hunter2');
    });
  }
});

describe('logFormat', () => {
  it('is LOG_FORMAT, by default JSON outside a terminal', () => {
    expect(logFormat(readEnv({ LOG_FORMAT: 'readable' }))).to.equal('readable');
    expect(logFormat({ nodeEnv: 'production', logFormat: null })).to.equal('json');
  });
});
