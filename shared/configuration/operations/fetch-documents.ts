import { AppError } from '../../platform/errors/app-error.js';
import type { ConfigurationState } from '../records/domain/device-configuration.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import type { ConfigurationDeps } from '../deps.js';
import { stepOfFetch } from '../domain/canary-step.js';
import { judgeFetch, type NextDocument, type RetryChange } from '../domain/retries.js';
import type { WrittenDocument } from '../domain/revision.js';
import { isSameKey } from '../domain/fetch-due.js';
import { previousOf, targetOf, variantOf } from '../domain/target-of.js';
import { ssidsOnAir } from '../domain/ssids-on-air.js';
import { writeSteps, type JudgedStep } from './advance-canaries.js';
import type { KnownSequences } from './known-sequences.js';
import type { LiveSettings } from './live-settings.js';
import { renderDevices, type RenderedDevice } from './render-devices.js';

export interface FetchDeps extends ConfigurationDeps {
  readonly knownSequences: KnownSequences;
  readonly liveSettings: LiveSettings;
}

export type FetchResult = WrittenDocument | { readonly refused: AppError };

const LONGEST_RETRY_S = 30;
const WAITS = 'The device keeps its configuration while a change is tested on another device, or held';

/** A refusal that spreads the next attempts of many devices over half a minute. */
export function retryLater({ random }: Pick<ConfigurationDeps, 'random'>): AppError {
  return new AppError('overloaded', {
    details: { retryAfterS: 1 + Math.floor(random() * LONGEST_RETRY_S) },
  });
}

/** A device that fetches. */
export interface Fetch extends DeviceRef {
  /** Whether the device says that it has the document of a revision. */
  readonly has: (revision: string) => boolean;
}

interface JudgedFetch {
  readonly fetch: Fetch;
  readonly found: RenderedDevice;
  /** The state of the device before, and what the fetch changes in it. */
  readonly read: ConfigurationState;
  readonly change: RetryChange;
}

/**
 * Renders the documents of at most 200 devices, and records for each what it has fetched. A device is refused the
 * revision that it could not apply, and any while it waits for a canary; heartbeats then do not tell it to fetch.
 */
export async function fetchDocuments(deps: FetchDeps, fetches: readonly Fetch[]): Promise<FetchResult[]> {
  const { stores, now } = deps;
  const { saltKey, ...installation } = await deps.knownSequences.installation();
  if (!installation.isCurrent || saltKey === null) return fetches.map(() => ({ refused: retryLater(deps) }));
  const at = now();
  const done = deps.metrics.configurationRenders.startTimer();
  const reading = stores.documents.states(fetches);
  const rendered = await renderDevices(deps, { ...installation, saltKey }, fetches, reading);
  const states = await reading;
  done();
  rememberEdits(deps, rendered.values());
  const judged = fetches.map((fetch): JudgedFetch | null => {
    const found = rendered.get(fetch.deviceId);
    const read = states.get(fetch.deviceId) ?? {};
    return found ? { fetch, found, read, change: judgeFetch(read, nextDocument(found)) } : null;
  });
  const given = judged.flatMap((one) =>
    one && !one.found.isTorn && one.found.target.document !== null ? [one] : [],
  );
  await stores.documents.recordFetched(
    given.map(({ fetch: { organisationId, deviceId }, found, read, change }) => {
      const { revision, target, leftOut, document } = found;
      const ssids = ssidsOnAir(document);
      // A device that has the SSID of its own in place of a shadowed one lacks nothing.
      const lacks = leftOut.filter(({ reason }) => reason !== 'shadowed').length;
      const rendering = { revision, key: target.key, at, leftOut: lacks, ssids };
      const ref = { organisationId, deviceId };
      return { ...ref, rendered: rendering, read, change: { ...change, previous: previousOf(read) } };
    }),
  );
  await deps.failpoint('fetch-recorded');
  const late = await recordCanaryFetches(deps, given, at);
  return judged.map((one): FetchResult => {
    if (!one) return { refused: new AppError('deviceNotFound') };
    const { body, revision, target, isTorn } = one.found;
    if (isTorn) return { refused: retryLater(deps) };
    if (target.document === null || late.has(one))
      return { refused: new AppError('configurationRefused', { text: WAITS }) };
    if (one.change.refused?.revision === revision) return { refused: new AppError('configurationRefused') };
    return { revision, body };
  });
}

/** A device that is restarted after its fetch is offered the document again, also before the next reading of all edits. */
function rememberEdits({ knownSequences }: FetchDeps, rendered: Iterable<RenderedDevice>): void {
  for (const { device, network } of rendered) {
    const { locationNetworkId: id } = device;
    if (id !== null && network && network.seq > (knownSequences.network(id)?.seq ?? 0))
      knownSequences.remember(id, network);
  }
}

function nextDocument({ revision, target, retriedSeq }: RenderedDevice): NextDocument {
  return { revision, key: target.key, retriedSeq };
}

/**
 * Records the fetches of canaries, with one write when there are some.
 * @returns the fetches of devices that are to run something else by now: their place was freed, or the settings changed
 */
async function recordCanaryFetches(
  deps: FetchDeps,
  given: readonly JudgedFetch[],
  at: Date,
): Promise<ReadonlySet<JudgedFetch>> {
  const steps = given.flatMap((one): (JudgedStep & { readonly one: JudgedFetch })[] => {
    const { device, network, revision, target } = one.found;
    const { organisationId, locationNetworkId: networkId } = device;
    if (networkId === null || !network || target.document !== 'live') return [];
    const variant = variantOf(target.live);
    const step = stepOfFetch(network, device, { at, isSame: one.fetch.has(revision), variant });
    return step ? [{ organisationId, networkId, seq: network.seq, step, dueAt: at, network, one }] : [];
  });
  const readAgain = await writeSteps(deps, steps);
  const late = steps.filter(({ networkId, one: { found, read } }) => {
    const network = readAgain.get(networkId);
    if (!network) return false;
    const { document, key } = targetOf(found.device, read, network, found.target.key[3]);
    return document !== 'live' || !isSameKey(key, found.target.key);
  });
  return new Set(late.map(({ one }) => one));
}
