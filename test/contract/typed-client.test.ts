import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import openapiTS, { astToString } from 'openapi-typescript';
import { sharedApi } from '../support/api.js';
import { upgradeWorld } from '../support/upgrade-world.js';

const execute = promisify(execFile);

/** The compiler complains on standard output, which an error of the child process does not show. */
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

/** What a user of the generated client would write; a field or path that the document lacks does not compile. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const client = createClient<paths>({ baseUrl: process.env['API'] ?? '' });
const headers = { Authorization: 'Bearer ' + (process.env['TOKEN'] ?? '') };
const created = await client.POST('/upgrades', {
  headers,
  body: { upgrade: { aps: [process.env['TARGET'] ?? ''], upgrade_type: 'manual', version: '1.9.0' } },
});
const message: string | undefined = created.data?.message;
const listed = await client.GET('/v1/access_points/list_inventory', { headers, params: { query: { per_page: 5 } } });
const macs: string[] = listed.data?.data.devices?.map((device) => device.mac_id) ?? [];
console.log(JSON.stringify({ message, macs }));
`;

describe('a typed client generated from the API document', () => {
  it('compiles against it and speaks with the API', async function () {
    this.timeout(60_000);
    const world = await upgradeWorld();
    const device = await world.device();
    const api = await sharedApi();
    const { text } = await api.call('GET', '/openapi.json');
    // Inside the project, so that the client's packages are found.
    const folder = await mkdtemp(join(resolve('dist'), 'typed-client-'));
    try {
      await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTS(text)));
      await writeFile(join(folder, 'program.ts'), PROGRAM);
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
      const env = { ...process.env, API: api.url, TOKEN: world.admin.token, TARGET: `AP:${device._id}` };
      const stdout = await run(process.execPath, [join(folder, 'program.js')], env);
      expect(JSON.parse(stdout)).to.deep.equal({
        message: 'Successfully created Upgrade!',
        macs: [device.macId],
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
