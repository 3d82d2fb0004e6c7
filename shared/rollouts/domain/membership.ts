import type { StoredStatus, UpgradeCause } from '../../upgrades/domain/upgrade-status.js';
import type { RolloutSettings } from './settings.js';

/** The devices of another rollout that a target `rollout:I:S` names. */
export interface RolloutTarget {
  /** As the settings have it: `rollout:7:failed`. */
  readonly target: string;
  readonly rolloutId: number;
  readonly kind: 'failed' | 'expired' | 'upgraded';
  /** Only upgrades that ended for one of these; none: for any. */
  readonly causes: readonly string[];
}

/** A target `rollout:I:S` that names a device, by the device's upgrade in rollout I. */
export interface Membership {
  readonly target: string;
  /** Ranks rollout I among requests. */
  readonly scheduleId: number;
  /** What the version `previous` means for the device; null when it was never offered the upgrade. */
  readonly previousVersion: string | null;
  /** When the upgrade of rollout I last changed. */
  readonly since: Date;
}

/** The statuses of the upgrades that a kind of target names. */
export const MEMBER_STATUSES = {
  failed: ['Failed'],
  expired: ['Expired'],
  // In the order in which an upgrade passes through them, so that a walk misses none.
  upgraded: ['Verifying', 'Success', 'Failed'],
} as const satisfies Readonly<Record<RolloutTarget['kind'], readonly StoredStatus[]>>;

/** The settings that decide which upgrades of other rollouts a rollout names. */
export interface Naming {
  readonly settings: Pick<RolloutSettings, 'targets' | 'exclude' | 'stages'>;
  readonly derivedFrom: { readonly rollout_id: number; readonly causes: readonly string[] } | null;
}

/** The targets `rollout:I:S` of a rollout, of its exclusions and of its stages, each once. */
export function rolloutTargets({ settings, derivedFrom }: Naming): RolloutTarget[] {
  const { targets, exclude, stages } = settings;
  const lists = [targets, exclude, ...stages.map((stage) => ('targets' in stage ? stage.targets : []))];
  return [...new Set(lists.flat())].flatMap((target) => {
    const [prefix, id, kind] = target.split(':');
    if (prefix !== 'rollout') return [];
    const rolloutId = Number(id);
    const narrows = kind !== 'upgraded' && derivedFrom?.rollout_id === rolloutId;
    return [
      { target, rolloutId, kind: kind as RolloutTarget['kind'], causes: narrows ? derivedFrom.causes : [] },
    ];
  });
}

/** The fields of an upgrade that decide which targets name its device. */
export interface MemberUpgrade {
  readonly rolloutId: number;
  readonly status: StoredStatus;
  readonly cause: UpgradeCause | null;
  readonly version: string;
  readonly previousVersion: string | null;
}

/**
 * Whether a target names a device with this upgrade. `upgraded` names devices that run the version because of it: they
 * ran another when they were offered it, and have not failed to install it.
 * @param runs the version that the device runs now
 */
export function isMember(target: RolloutTarget, upgrade: MemberUpgrade, runs: string): boolean {
  const { rolloutId, kind, causes } = target;
  const { status, cause, version, previousVersion } = upgrade;
  if (upgrade.rolloutId !== rolloutId) return false;
  if (!MEMBER_STATUSES[kind].some((each) => each === status)) return false;
  if (kind === 'upgraded') return previousVersion !== null && previousVersion !== version && runs === version;
  return causes.length === 0 || (cause !== null && causes.includes(cause));
}

/**
 * What the version `previous` means for a device that a target names: the version that it ran when it was first offered
 * the upgrade. An upgrade that was to return it to a previous version and did not is made again to that version.
 * @param returns whether the version of rollout I is `previous`
 */
export function previousVersionFor(
  kind: RolloutTarget['kind'],
  { version, previousVersion }: Pick<MemberUpgrade, 'version' | 'previousVersion'>,
  returns: boolean,
): string | null {
  return returns && kind !== 'upgraded' ? version : previousVersion;
}

/**
 * The version of a device before the upgrade that the targets name, the latest where they name several; null when it
 * was offered none of them.
 */
export function previousVersionOf(
  memberships: readonly Membership[],
  targets: readonly string[],
): string | null {
  const named = memberships.filter(({ target }) => targets.includes(target));
  const latest = named.reduce<Membership | null>(
    (best, each) => (best === null || each.scheduleId > best.scheduleId ? each : best),
    null,
  );
  return latest?.previousVersion ?? null;
}
