import type { Membership } from './membership.js';
import type { StageSettings, RolloutSettings } from './settings.js';

/** The devices that a list of targets names; `all` is every device of the organisation. */
export interface TargetGroups {
  readonly all: boolean;
  readonly deviceIds: readonly number[];
  readonly networkIds: readonly number[];
  readonly tagIds: readonly number[];
  readonly parts: readonly string[];
}

/** The fields of a device that decide whether a rollout includes it. */
export interface TargetCandidate {
  readonly _id: number;
  readonly locationNetworkId: number | null;
  readonly tagIds: readonly number[];
  readonly partNumber: string;
  /** The targets `rollout:I:S` of the rollout that name it. */
  readonly memberships: readonly Membership[];
}

/** Reads valid targets: `all`, `AP:I`, `network:I`, `tag:I`, and `part:P` among excluded ones. */
export function readGroups(targets: readonly string[]): TargetGroups {
  const ids = (prefix: string): number[] =>
    targets.filter((each) => each.startsWith(prefix)).map((each) => Number(each.slice(prefix.length)));
  return {
    all: targets.includes('all'),
    deviceIds: ids('AP:'),
    networkIds: ids('network:'),
    tagIds: ids('tag:'),
    parts: targets.filter((each) => each.startsWith('part:')).map((each) => each.slice('part:'.length)),
  };
}

/** Tells whether targets name a device. */
export type TargetTest = (device: TargetCandidate) => boolean;

/** A test for many devices: lists are looked up as sets. */
function testOf(targets: readonly string[]): TargetTest {
  const { all, deviceIds, networkIds, tagIds, parts } = readGroups(targets);
  const [devices, networks, tags, partNumbers] = [
    new Set(deviceIds),
    new Set(networkIds),
    new Set(tagIds),
    new Set(parts),
  ];
  const named = new Set(targets);
  return ({ _id, locationNetworkId, tagIds: own, partNumber, memberships }) =>
    all ||
    devices.has(_id) ||
    (locationNetworkId !== null && networks.has(locationNetworkId)) ||
    own.some((tag) => tags.has(tag)) ||
    partNumbers.has(partNumber) ||
    memberships.some(({ target }) => named.has(target));
}

/** The devices of a rollout: `targets` less `exclude`. */
export function targetsRollout({
  targets,
  exclude,
}: Pick<RolloutSettings, 'targets' | 'exclude'>): TargetTest {
  const [included, excluded] = [testOf(targets), testOf(exclude)];
  return (device) => included(device) && !excluded(device);
}

/** The devices that the targets of a stage select among the rollout's own; all for a stage without targets. */
export function targetsStage(stage: StageSettings): TargetTest {
  return 'targets' in stage ? testOf(stage.targets) : () => true;
}
