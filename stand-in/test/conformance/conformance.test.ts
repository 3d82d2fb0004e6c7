import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const MAIN = fileURLToPath(new URL('../../conformance/main.js', import.meta.url));
const FILES = fileURLToPath(new URL('../../../../stand-in/test/conformance/files', import.meta.url));
const BROKEN = fileURLToPath(new URL('../../../../stand-in/test/conformance/broken', import.meta.url));

function run(folder: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, folder], (error, output) => {
      resolve({ code: error ? Number(error.code) : 0, output });
    });
  });
}

describe('npm run conformance', () => {
  it('runs every file of a folder and counts passed, failed and skipped tests', async () => {
    const output = '.: 6 passed, 0 failed, 1 skipped\n     1 skipped: needs another server\n';
    expect(await run(FILES)).to.deep.equal({ code: 0, output });
  });

  it('lists failed tests with their reasons and exits with 1', async () => {
    const { code, output } = await run(BROKEN);
    expect(code).to.equal(1);
    expect(output).to.include(
      'FAIL wrong.json: a count that is wrong\n     countDocuments: value: expected 3',
    );
    expect(output).to.include(
      'FAIL wrong.json: an error that does not come\n     insertOne succeeded instead',
    );
    expect(output).to.include('FAIL wrong.json: a command that is not sent\n     expected 2 events');
    expect(output).to.include('FAIL wrong.json: an outcome that is wrong\n     outcome[0].n: expected 2');
    expect(output).to.include('.: 0 passed, 4 failed, 0 skipped\n');
  });
});
