import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// oxfmt-ignore
const FILES = [
  'model.updateOne', 'model.insertMany', 'model.findOneAndUpdate', 'model.findOneAndDelete',
  'model.findOneAndReplace', 'model.aggregate', 'model.countDocuments', 'model.indexes', 'query.cursor',
  'versioning', 'docs/transactions',
].map((name) => `test/${name}.test.js`);

/** Runs mongoose's own tests in a checkout whose packages are installed; returns mocha's exit code. */
export async function runMongoose(path: string, uri: string): Promise<number> {
  const mocha = join(path, 'node_modules/mocha/bin/mocha.js');
  if (!existsSync(mocha)) throw new Error(`run npm install in ${path} first`);
  const base = new URL(uri);
  base.pathname = '/mongoose_test';
  const env = {
    ...process.env,
    MONGOOSE_TEST_URI: base.href,
    MONGOOSE_REPLSET_URI: base.href,
    START_REPLICA_SET: '1',
    CI: '1',
  };
  const args = [mocha, '--no-config', '--exit', '--timeout', '20000', '--reporter', 'dot', ...FILES];
  const child = spawn(process.execPath, args, { cwd: path, env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
