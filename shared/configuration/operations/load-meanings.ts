import { CLI, INSTALLATION, newEntry } from '../../audit/domain/audit-entry.js';
import type { ConfigurationDeps } from '../deps.js';
import { readMeanings, type MeaningProblem, type Meanings } from '../domain/meanings.js';
import { createSettings, meaningsInForce } from './installation.js';

type Deps = Pick<ConfigurationDeps, 'stores' | 'env' | 'now'>;

const MAX_TRIES = 10;

export type LoadedMeanings =
  | { readonly ok: true; readonly meanings: Meanings }
  | { readonly ok: false; readonly problems: readonly MeaningProblem[] };

/**
 * Replaces the meanings of the fields that a file names, and keeps those of the others. Every device fetches its
 * configuration again. A file with problems changes nothing.
 */
export async function loadMeanings(deps: Deps, file: unknown): Promise<LoadedMeanings> {
  const read = readMeanings(file);
  if (!read.ok) return read;
  const { stores, now } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await stores.configurationSettings.find();
    if (!found) {
      await createSettings(deps);
      continue;
    }
    const meanings = { ...found.meanings, ...read.meanings };
    const change = { organisationId: INSTALLATION, at: now(), action: 'configuration_meanings.loaded' };
    const values = { before: { meanings: found.meanings }, after: { meanings } };
    const entry = newEntry({ ...change, subject: 'settings:configuration', ...values }, CLI);
    if (await stores.configurationSettings.loadMeanings(found.seq, meanings, entry))
      return { ok: true, meanings: meaningsInForce({ meanings }) };
  }
  throw new Error('The settings of configurations keep changing');
}

/** The meanings in force; the built-in ones before the first API has started. */
export async function showMeanings({ stores }: Pick<ConfigurationDeps, 'stores'>): Promise<Meanings> {
  return meaningsInForce((await stores.configurationSettings.find()) ?? { meanings: {} });
}
