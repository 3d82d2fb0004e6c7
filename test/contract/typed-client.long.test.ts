import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import openapiTS, { astToString } from 'openapi-typescript';
import { sharedApi } from '../fixtures/api.js';
import { upgradeFixture } from '../fixtures/records/upgrade-fixture.js';

const execute = promisify(execFile);

/** Includes standard output in the error: the compiler reports its errors there. */
async function run(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  try {
    return (await execute(file, args, { env })).stdout;
  } catch (error) {
    throw new Error(`The child process failed: ${(error as { stdout?: string }).stdout ?? ''}`, {
      cause: error,
    });
  }
}

/** The README's example for users of the generated client. A field or path that the document lacks does not compile. */
async function readmeProgram(): Promise<string> {
  const [, program] = /^```ts\n(.*?)^```$/ms.exec(await readFile('README.md', 'utf8')) ?? [];
  if (program === undefined) throw new Error('The README has no program in TypeScript');
  return program;
}

describe('a typed client generated from the API document', () => {
  it('compiles and calls the API', async () => {
    const fixture = await upgradeFixture();
    const device = await fixture.device();
    const api = await sharedApi();
    const { text } = await api.call('GET', '/openapi.json');
    // Inside the project, so that the client's packages resolve.
    const folder = await mkdtemp(join(resolve('dist'), 'typed-client-'));
    try {
      await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTS(text)));
      const program = (await readmeProgram()).replace('tag:4', `AP:${device._id}`);
      await writeFile(join(folder, 'program.ts'), program);
      await writeFile(join(folder, 'package.json'), '{"type":"module"}');
      const settings = {
        strict: true,
        target: 'es2023',
        module: 'nodenext',
        skipLibCheck: true,
        types: ['node'],
      };
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: settings, files: ['program.ts'] }),
      );
      await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '--project', folder]);
      const env = { ...process.env, API: api.url, TOKEN: fixture.admin.token };
      const stdout = await run(process.execPath, [join(folder, 'program.js')], env);
      expect(stdout).to.equal(`${device.macId} ${device.name}\nSuccessfully created Upgrade!\n`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
