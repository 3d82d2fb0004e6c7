import { DEFAULT_MEANINGS, type Meanings } from '../domain/meanings.js';
import { RENDERER_VERSION } from '../domain/render-document.js';
import { newSaltKey, openSaltKey } from '../domain/salt-key.js';
import type { ConfigurationDeps } from '../deps.js';
import type { ConfigurationSettingsRecord } from '../models/configuration-settings.js';

/** What every document of the installation depends on. */
export interface Installation {
  readonly seq: number;
  readonly meanings: Meanings;
  readonly heartbeatIntervalS: number;
  /** Null when the key ring cannot decrypt it. */
  readonly saltKey: Buffer | null;
  /** False when another API has a newer renderer: this one must not render. */
  readonly isCurrent: boolean;
}

type Deps = Pick<ConfigurationDeps, 'stores' | 'env' | 'log'>;

const MAX_TRIES = 10;

/**
 * Reads the settings of the installation, and writes what this API has newer: its renderer's version and its interval.
 * The first API adds the record. Every write is conditional on the sequence that was read.
 */
export async function prepareInstallation(deps: Deps): Promise<Installation> {
  const { stores, env } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await stores.configurationSettings.find();
    const { heartbeatIntervalS } = env;
    if (!found) await createSettings(deps);
    else if (found.rendererVersion < RENDERER_VERSION) {
      const change = { heartbeatIntervalS, rendererVersion: RENDERER_VERSION };
      await stores.configurationSettings.change(found.seq, change);
    } else if (
      found.rendererVersion === RENDERER_VERSION &&
      found.heartbeatIntervalS !== heartbeatIntervalS
    ) {
      await stores.configurationSettings.change(found.seq, { heartbeatIntervalS });
    } else return installationOf(deps, found);
  }
  throw new Error('The settings of configurations keep changing');
}

/** Adds the settings of the installation, with a new salt key, unless they are there. */
export async function createSettings({ stores, env }: Pick<Deps, 'stores' | 'env'>): Promise<void> {
  await stores.configurationSettings.create({
    seq: 1,
    heartbeatIntervalS: env.heartbeatIntervalS,
    rendererVersion: RENDERER_VERSION,
    meanings: {},
    saltKey: newSaltKey(env.encryptionKeys),
  });
}

/** Reads the settings that other processes have written since. Null while no API has prepared them. */
export async function readInstallation(deps: Deps): Promise<Installation | null> {
  const found = await deps.stores.configurationSettings.find();
  return found && installationOf(deps, found);
}

/** The meanings in force: those of the installation over the built-in ones. */
export function meaningsInForce({ meanings }: Pick<ConfigurationSettingsRecord, 'meanings'>): Meanings {
  return { ...DEFAULT_MEANINGS, ...meanings };
}

function installationOf({ env, log }: Deps, settings: ConfigurationSettingsRecord): Installation {
  const { seq, heartbeatIntervalS, rendererVersion } = settings;
  return {
    seq,
    heartbeatIntervalS,
    meanings: meaningsInForce(settings),
    saltKey: open(),
    isCurrent: rendererVersion <= RENDERER_VERSION,
  };

  function open(): Buffer | null {
    try {
      return openSaltKey(env.encryptionKeys, settings.saltKey);
    } catch (error) {
      log.error(
        { err: error },
        'The salt key of configurations cannot be decrypted: no device is offered one',
      );
      return null;
    }
  }
}
