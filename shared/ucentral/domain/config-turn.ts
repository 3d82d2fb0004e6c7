import { nextUuid, type ConfigTrack, type RestoreStep } from './config-track.js';
import type { UcentralConfig } from './config/ucentral-config.js';

/** What is sent once the turn is saved. `running`: the stored configuration that the device ran, or one without SSIDs. */
export type Sending =
  | { readonly kind: 'ping'; readonly id: number }
  | {
      readonly kind: 'configure';
      readonly id: number;
      readonly uuid: number;
      readonly config: UcentralConfig | 'running' | 'empty';
    };

/** What changes in the stored configurations. */
export interface ConfigWrites {
  /** Null: there is no trial any more. */
  readonly trial?: UcentralConfig | null;
  readonly running?: UcentralConfig;
}

/** A change of the track. */
export interface ConfigTurn {
  readonly track: ConfigTrack;
  readonly nextRpcId: number;
  /** Null: nothing is saved. */
  readonly writes: ConfigWrites | null;
  readonly sending: Sending | null;
}

const MAX_RESTORES = 3;

/** Nothing changes in the record. */
export function unsaved(track: ConfigTrack, nextRpcId: number): ConfigTurn {
  return { track, nextRpcId, writes: null, sending: null };
}

export function saved(track: ConfigTrack, nextRpcId: number, writes: ConfigWrites = {}): ConfigTurn {
  return { track, nextRpcId, writes, sending: null };
}

/** Asks the device what it runs. */
export function probe(track: ConfigTrack, nextRpcId: number, now: number): ConfigTurn {
  const asked = { ...track, probe: { rpcId: nextRpcId, sentAt: now } };
  // Saved for its number: a later command must not have it.
  return { ...saved(asked, nextRpcId + 1), sending: { kind: 'ping', id: nextRpcId } };
}

/**
 * Sends what ran before again, under a higher number: the device tries its newest configuration at each start, also one that
 * it has refused.
 */
export function restored(track: ConfigTrack, nextRpcId: number, now: number): ConfigTurn {
  const tries = (track.restore?.tries ?? 0) + 1;
  const uuid = nextUuid(track, now);
  if (uuid === null || tries > MAX_RESTORES) return saved({ ...track, restore: null }, nextRpcId);
  const restore: RestoreStep = { uuid, rpcId: nextRpcId, sentAt: now, tries };
  const turn = saved({ ...track, restore, uuidFloor: uuid }, nextRpcId + 1);
  return { ...turn, sending: { kind: 'configure', id: nextRpcId, uuid, config: 'running' } };
}

/** The device runs what was restored. */
export function afterRestore(track: ConfigTrack, { uuid }: RestoreStep, nextRpcId: number): ConfigTurn {
  const { running, outcome } = track;
  return saved(
    {
      ...track,
      restore: null,
      activeUuid: uuid,
      running: running && { ...running, uuid },
      outcome: outcome && { ...outcome, activeUuid: uuid },
    },
    nextRpcId,
  );
}
