import { setInterval } from 'node:timers';
import type { ConfigurationState } from '../records/domain/device-configuration.js';
import type { KnownDevice } from '../../status/stores/heartbeat-store.js';
import type { ConfigurationDeps } from '../deps.js';
import { BATCH } from '../../platform/mongo/batches.js';
import { isFetchDue } from '../domain/fetch-due.js';
import { DEFAULT_MEANINGS, type Meanings } from '../domain/meanings.js';
import { networkCanaryOf, type NetworkCanary, type StoredCanary } from '../domain/network-canary.js';
import { targetOf, type Target } from '../domain/target-of.js';
import { prepareInstallation, readInstallation, type Installation } from './installation.js';

const REFRESH_MS = 1000;
/** Changes are read this long, because clocks differ and a transaction commits after its time was taken. */
const CHANGED_MS = 30_000;
/** Refreshes between two complete readings. */
const COMPLETE_EVERY = 600;
/** Refreshes between two readings of the settings: a device gets changed meanings within three heartbeats. */
const SETTINGS_EVERY = 2;

export type KnownSequences = ReturnType<typeof createKnownSequences>;

/**
 * Keeps the sequences and canaries of all networks, and the sequence of the installation, in memory, so that heartbeats need no query for them.
 * Begins with the first managed device: an API without one sends no queries. Then reads each second the networks that
 * have changed, and all of them every ten minutes.
 */
export function createKnownSequences(
  deps: Pick<ConfigurationDeps, 'stores' | 'env' | 'log' | 'now'>,
  refreshMs = REFRESH_MS,
) {
  const { stores, log, now } = deps;
  let networks = new Map<number, NetworkCanary>();
  let installation: Installation | null = null;
  let isFilled = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let refreshes = 0;

  function canaryOf(network: StoredCanary): NetworkCanary {
    return networkCanaryOf(network, deps.env);
  }

  /** Replaces what is known of a network by what this API has just written or read. */
  function remember(id: number, network: NetworkCanary): void {
    if (network.seq >= (networks.get(id)?.seq ?? 0)) networks.set(id, network);
  }

  async function readAll(): Promise<void> {
    const all = new Map<number, NetworkCanary>();
    for (let last = 0; ;) {
      const batch = await stores.networkSequences.after(last);
      for (const network of batch) all.set(network._id, canaryOf(network));
      const end = batch.at(-1);
      if (!end) break;
      last = end._id;
    }
    networks = all;
    isFilled = true;
  }

  async function refresh(): Promise<void> {
    const count = refreshes;
    refreshes += 1;
    if (!installation) installation = await prepareInstallation(deps);
    else if (count % SETTINGS_EVERY === 0) installation = (await readInstallation(deps)) ?? installation;
    if (!isFilled || count % COMPLETE_EVERY === 0) return readAll();
    const changed = await stores.networkSequences.changedSince(new Date(now().getTime() - CHANGED_MS));
    // A large import changes more networks than one reading has.
    if (changed.length >= BATCH) return readAll();
    for (const network of changed) remember(network._id, canaryOf(network));
  }

  /** One refresh at a time; a slow store is not asked again before it has answered. */
  function tick(): Promise<void> {
    running ??= refresh().finally(() => {
      running = null;
    });
    return running;
  }

  function begin(): void {
    if (timer) return;
    const tickInBackground = (): void => {
      tick().catch((error: unknown) => {
        log.warn({ err: error }, 'The sequences of configurations cannot be read');
      });
    };
    timer = setInterval(tickInBackground, refreshMs);
    timer.unref();
    tickInBackground();
  }

  /** What the device is to run, as far as this API knows; null while nothing is known. Does no I/O. */
  function target(device: KnownDevice, state: ConfigurationState): Target | null {
    begin();
    if (!isFilled || !installation?.isCurrent || !installation.saltKey) return null;
    return targetOf(device, state, networks.get(device.locationNetworkId ?? 0), installation.seq);
  }

  return {
    /** What the installation's documents depend on; reads it when the memory is not filled yet. */
    async installation(): Promise<Installation> {
      begin();
      if (!installation) await tick();
      return installation ?? prepareInstallation(deps);
    },
    /** The meanings in force, as far as this API knows; the built-in ones before it has read them. Does no I/O. */
    meanings: (): Meanings => installation?.meanings ?? DEFAULT_MEANINGS,
    /** Fills the memory, if it is not filled yet. Without effect while the store does not answer. */
    async ready(): Promise<void> {
      begin();
      if (!isFilled) await running?.catch(() => undefined);
    },
    /** The settings of a network, as far as this API knows: an edit is known within about a second. */
    network: (id: number | null): NetworkCanary | undefined => (id === null ? undefined : networks.get(id)),
    remember,
    target,
    /** Whether the device should fetch its document, as far as this API knows. Does no I/O. */
    isFetchDue(device: KnownDevice, state: ConfigurationState): boolean {
      const found = target(device, state);
      const { onDrift = 'report' } = networks.get(device.locationNetworkId ?? 0)?.settings ?? {};
      return found !== null && isFetchDue(state, found, onDrift);
    },
    /** Ends the readings; waits for the one that is running. */
    async close(): Promise<void> {
      if (timer) clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
}
