import { existsSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import mongoose from 'mongoose';
import { Redis } from 'ioredis';
import { runMocha } from './run-mocha.js';
import { backgroundStores } from '../stand-in/background-stores.js';

/**
 * `npm run test:one -- FILE…` or `-- PATTERN`: runs the tests of the files, which may be named without `.test.ts`, or the
 * tests with a matching title, on stores that keep running between runs. Each run uses a new database, which it drops
 * afterwards, and an empty Redis. Fails when there is no such test.
 */
const args = process.argv.slice(2);
const files = args.flatMap((argument) => fileOf(argument) ?? []);
const others = args.filter((argument) => fileOf(argument) === undefined);
if (args.length === 0) {
  process.stderr.write('usage: npm run test:one -- FILE… | PATTERN\n');
  process.exit(2);
}

const stores = await backgroundStores(resolve('.airfleet/test-stores'));
const uri = new URL(stores.mongodbUri);
uri.pathname = `/test_${randomUUID().slice(0, 8)}`;
const redis = new Redis(stores.redisUrl);
await redis.flushall();
await redis.quit();

const specs = files.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
const selection = specs.length > 0 ? [...specs, ...others] : ['dist/test/**/*.test.js', '--grep', ...others];
process.exitCode = await runMocha(
  ['--require', 'dist/test/fixtures/stack.js', '--timeout', '1800000', '--fail-zero', ...selection],
  { ...process.env, MONGODB_URI: uri.href, REDIS_URL: stores.redisUrl },
);

const connection = await mongoose.createConnection(uri.href).asPromise();
await connection.dropDatabase();
await connection.close();

/** The file that an argument names; undefined for a pattern and for an option. */
function fileOf(argument: string): string | undefined {
  return [argument, `${argument}.test.ts`].find((name) => name.endsWith('.ts') && existsSync(name));
}
