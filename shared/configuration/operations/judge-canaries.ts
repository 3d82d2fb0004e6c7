import { readDeafness } from '../../deaf-periods/operations/read-deafness.js';
import { batchesOf } from '../../platform/mongo/batches.js';
import type { ConfigurationDeps } from '../deps.js';
import { judgeFailures } from '../domain/judge-failures.js';
import { judgeSilence, type SilenceStep } from '../domain/judge-silence.js';
import { networkCanaryOf } from '../domain/network-canary.js';
import type { Hold } from '../records/domain/network-configuration.js';
import type { WatchedNetwork } from '../stores/canary-store.js';
import type { Refusal } from '../stores/refusal-store.js';

const MAX_DUE = 500;
const MAX_REFUSALS = 1000;
/** Refusals are read again for this long: they are stored after the time of their heartbeat. */
const OVERLAP_MS = 10_000;

/** Where a worker goes on to read refusals; a new worker reads all of them. */
export interface RefusalCursor {
  from: Date;
}

/**
 * Judges the canaries that are due: frees the claims of those that are silent or have left their network, and holds
 * the networks of those that are lost, or whose `stop_after` is lower now. Every write is conditional, so any number of
 * workers may judge.
 * @returns whether there are more
 */
export async function judgeDueCanaries(deps: ConfigurationDeps): Promise<boolean> {
  const { stores, now, env } = deps;
  const at = now();
  const due = await stores.canaries.due(at, MAX_DUE);
  if (due.length === 0) return false;
  const canaries = due.flatMap(({ organisationId, parts = [] }) =>
    parts.flatMap(({ deviceId }) => (deviceId === null ? [] : [{ organisationId, deviceId }])),
  );
  const networks = new Map<number, number | null>();
  for (const batch of batchesOf(canaries))
    for (const { _id, locationNetworkId } of await stores.documents.devices(batch))
      networks.set(_id, locationNetworkId);
  await deps.failpoint('canaries-read');
  const deafness = await readDeafness(deps);
  const postponed = [];
  for (const network of due) {
    const { _id: networkId, organisationId, seq, dueAt = at, changedAt } = network;
    // A lower stop_after makes a network due, whose devices have refused the settings before.
    await judgeRefusals(deps, network, [], at);
    const { step, nextAt } = judgeSilence(networkCanaryOf(network, env), {
      ...env,
      at,
      deafness: deafness.of(organisationId),
      isInNetwork: (deviceId) => networks.get(deviceId) === networkId,
    });
    const ref = { organisationId, networkId };
    if (step && (await stores.canaries.writeSilence({ ...ref, seq }, step, at))) {
      await deps.failpoint('canary-judged');
      reportSilence(deps, networkId, step);
    }
    postponed.push({ ...ref, dueAt, changedAt, nextAt });
  }
  await stores.canaries.postpone(postponed);
  return due.length === MAX_DUE;
}

/**
 * Records the devices that have refused the live settings of their network, and holds a network with `stop_after` of them.
 * @returns whether there are more
 */
export async function judgeNewRefusals(deps: ConfigurationDeps, cursor: RefusalCursor): Promise<boolean> {
  const { stores, now } = deps;
  const at = now();
  const found = await stores.refusals.since(cursor.from, MAX_REFUSALS);
  const isMore = found.length === MAX_REFUSALS;
  const byNetwork = new Map<number, Refusal[]>();
  for (const refusal of found)
    byNetwork.set(refusal.key[0], [...(byNetwork.get(refusal.key[0]) ?? []), refusal]);
  const refs = [...byNetwork].map(([networkId, [refusal]]) => {
    return { networkId, organisationId: refusal?.organisationId ?? 0 };
  });
  for (const network of (await stores.canaries.of(refs)).values())
    await judgeRefusals(deps, network, byNetwork.get(network._id) ?? [], at);
  const last = found.at(-1)?.at ?? cursor.from;
  const next = isMore ? last.getTime() : Math.min(last.getTime(), at.getTime()) - OVERLAP_MS;
  cursor.from = new Date(Math.max(next, 0));
  return isMore;
}

/** Records the refusals of the live settings among those that were found, and holds the network with `stop_after` of them. */
async function judgeRefusals(
  deps: ConfigurationDeps,
  network: WatchedNetwork,
  found: readonly Refusal[],
  at: Date,
): Promise<void> {
  const { stores, env } = deps;
  const { _id: networkId, organisationId, seq, refusals: known = [] } = network;
  const live = found.filter(({ key }) => key[1] === seq).map(({ deviceId }) => deviceId);
  const judged = judgeFailures(networkCanaryOf(network, env), known, live, at);
  if (!judged) return;
  const tested = { organisationId, networkId, seq, known: known.length };
  const isWritten = await stores.canaries.writeFailures(tested, judged, at);
  await deps.failpoint('refusals-judged');
  if (isWritten && judged.hold) warnOfHold(deps, networkId, judged.hold);
}

function reportSilence(deps: ConfigurationDeps, networkId: number, step: SilenceStep): void {
  const { metrics } = deps;
  if (step.kind === 'free') {
    metrics.configurationCanaries.inc({ outcome: step.isSilent ? 'silent' : 'left' });
    return;
  }
  metrics.configurationCanaries.inc({ outcome: step.hold.reason === 'canary_lost' ? 'lost' : 'silent' });
  warnOfHold(deps, networkId, step.hold);
}

function warnOfHold({ log }: ConfigurationDeps, networkId: number, { reason, part, deviceId }: Hold): void {
  log.warn(
    { network: networkId, reason, part, device: deviceId },
    'The configuration of a network is held: no other device gets it',
  );
}
