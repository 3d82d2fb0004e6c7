import type { ConfigurationDeps } from '../deps.js';
import { afterStep, stepOfBeat, type CanaryStep } from '../domain/canary-step.js';
import { fetchDeadline } from '../domain/judge-silence.js';
import { networkCanaryOf, partOf, type NetworkCanary } from '../domain/network-canary.js';
import type { ConfigurationState } from '../records/domain/device-configuration.js';
import type { KnownDevice } from '../../status/stores/heartbeat-store.js';
import type { NetworkStep } from '../stores/canary-writes.js';
import { forceCanariesOf } from './force-canaries.js';
import type { KnownSequences } from './known-sequences.js';

export interface CanaryDeps extends ConfigurationDeps {
  readonly knownSequences: KnownSequences;
}

/** A heartbeat that reports a configuration, after it was stored. */
export interface ManagedBeat {
  readonly organisationId: number;
  readonly device: KnownDevice;
  /** With the report of the heartbeat. */
  readonly state: ConfigurationState;
  readonly at: Date;
  /** Whether the device has an upgrade that has not ended. */
  readonly hasUpgrade: boolean;
  /** Whether an upgrade is offered to the device or reported by it, which goes first. */
  readonly isBusy: boolean;
}

/** A step, and the state of the network that it was judged by. */
export interface JudgedStep extends NetworkStep {
  readonly network: NetworkCanary;
}

/**
 * Judges the heartbeats of managed devices, whose states are stored, for the canaries of their networks, with one write
 * when a canary is claimed or judged.
 * @returns the ids of the devices that should fetch their documents
 */
export async function advanceCanaries(
  deps: CanaryDeps,
  beats: readonly ManagedBeat[],
): Promise<ReadonlySet<number>> {
  const { knownSequences } = deps;
  // The first heartbeats of an API wait for what they are judged by.
  await knownSequences.ready();
  await forceCanariesOf(deps, beats);
  await writeSteps(deps, stepsOf(deps, beats));
  const due = beats.filter(
    ({ device, state, isBusy }) => !isBusy && knownSequences.isFetchDue(device, state),
  );
  return new Set(due.map(({ device }) => device._id));
}

/** At most one step for each part of a network: others would fail. */
function stepsOf({ knownSequences, env }: CanaryDeps, beats: readonly ManagedBeat[]): JudgedStep[] {
  const steps = new Map<string, JudgedStep>();
  for (const { organisationId, device, state, at, hasUpgrade, isBusy } of beats) {
    const { locationNetworkId: networkId, partNumber } = device;
    const network = knownSequences.network(networkId);
    const target = knownSequences.target(device, state);
    if (networkId === null || !network || !target) continue;
    const step = stepOfBeat(network, { device, state, target, at, isUpgrading: hasUpgrade || isBusy });
    const key = `${networkId} ${partNumber} ${step?.variant ?? ''}`;
    if (!step || steps.has(key)) continue;
    const dueAt = fetchDeadline(at, env.heartbeatIntervalS);
    steps.set(key, { organisationId, networkId, seq: network.seq, step, dueAt, network });
  }
  return [...steps.values()];
}

/**
 * Writes steps, and what is then known of their networks. Where another process was faster, the networks are read again.
 * @returns the networks that were read again, as they are
 */
export async function writeSteps(
  deps: CanaryDeps,
  steps: readonly JudgedStep[],
): Promise<ReadonlyMap<number, NetworkCanary>> {
  const readAgain = new Map<number, NetworkCanary>();
  if (steps.length === 0) return readAgain;
  const { stores, knownSequences, failpoint, now, env } = deps;
  const written = await stores.canaries.write(steps, now());
  await failpoint('canary-written');
  if (written === steps.length) {
    for (const { networkId, seq, step, network } of steps) {
      const known = knownSequences.network(networkId);
      knownSequences.remember(networkId, afterStep(known?.seq === seq ? known : network, step));
      announceStep(deps, networkId, step);
    }
    return readAgain;
  }
  const found = await stores.canaries.of(steps);
  for (const { networkId, step } of steps) {
    const record = found.get(networkId);
    if (!record) continue;
    const network = networkCanaryOf(record, env);
    knownSequences.remember(networkId, network);
    readAgain.set(networkId, network);
    if (isWritten(network, step)) announceStep(deps, networkId, step);
  }
  return readAgain;
}

/** Whether the record has a step, which another process has not written at the same time. */
function isWritten(network: NetworkCanary, { kind, part, variant, deviceId, at }: CanaryStep): boolean {
  if (kind === 'refuse')
    return network.held?.deviceId === deviceId && network.held.at.getTime() === at.getTime();
  const entry = partOf(network, part, variant);
  return entry?.deviceId === deviceId && entry.passedAt?.getTime() === at.getTime();
}

function announceStep({ metrics, log }: CanaryDeps, networkId: number, step: CanaryStep): void {
  const { kind, part, deviceId } = step;
  if (kind === 'pass' || ('isPassed' in step && step.isPassed))
    metrics.configurationCanaries.inc({ outcome: 'passed' });
  if (kind !== 'refuse') return;
  metrics.configurationCanaries.inc({ outcome: 'refused' });
  log.warn(
    { network: networkId, part, device: deviceId, code: step.code },
    'A canary refused its configuration: no other device of the network gets it',
  );
}
