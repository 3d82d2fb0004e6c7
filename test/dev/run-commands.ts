import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs commands in a shell whose curl is test/processes/curl.mjs, and returns the requests it made.
 * @param folder where that curl is put
 * @throws Error when a command fails
 */
export async function runCommands(lines: string, folder: string): Promise<string[]> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  await copyFile('test/processes/curl.mjs', join(bin, 'curl'));
  await chmod(join(bin, 'curl'), 0o755);
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const { stderr } = await promisify(execFile)('sh', ['-e', '-c', lines], { env });
  return stderr.split('\n').filter((line) => line.includes('http'));
}
