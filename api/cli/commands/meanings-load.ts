import { readFile } from 'node:fs/promises';
import { loadMeanings } from '../../../shared/configuration/operations/load-meanings.js';
import { text, UsageError, type CliCommand } from '../command.js';

export const meaningsLoad: CliCommand = {
  name: 'meanings load',
  summary:
    'Replace what the numbers of SSIDs and uplinks mean; every managed device fetches its configuration',
  usage: 'FILE.json',
  options: { file: { type: 'string' } },
  positional: 'file',
  async run({ stores, env, now, print }, options) {
    const path = text(options, 'file');
    const loaded = await loadMeanings({ stores, env, now }, await readJson(path));
    if (!loaded.ok)
      throw new UsageError(loaded.problems.map(({ path: at, msg }) => `${at || path} ${msg}`).join('\n'));
    for (const [field, words] of Object.entries(loaded.meanings))
      print(
        `${field}: ${Object.entries(words)
          .map(([number, word]) => `${number} ${word}`)
          .join(', ')}`,
      );
    return 0;
  },
};

async function readJson(path: string): Promise<unknown> {
  const content = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`${path} cannot be read`);
  });
  try {
    return JSON.parse(content);
  } catch {
    throw new UsageError(`${path} is not JSON`);
  }
}
