import type {
  ConfigurationReport,
  DeviceLeftOut,
} from '../../configuration/records/domain/device-configuration.js';

/** An archive that a device has got, or is to get. */
export interface ServedArchive {
  readonly revision: string;
  readonly checksum: string;
  readonly leftOut: readonly DeviceLeftOut[];
}

/** An archive of which it is not known yet whether the device has applied it. */
export interface OfferedArchive extends ServedArchive {
  readonly offeredAt: Date;
  /** The device is to keep what it runs: the change is held, or tested on another device. */
  readonly isWithdrawn: boolean;
}

/** How the last attempt of the device ended. */
export interface AgentOutcome {
  readonly state: 'applied' | 'rolled_back';
  readonly attempted: string | null;
}

/**
 * What the service knows of a device with openwisp-config. The agent does not say what it runs: it compares the checksum of
 * its last archive with the one that it is sent, downloads another one, and then reports an outcome without its name.
 */
export interface AgentTrack {
  /** What the device has applied last; null: nothing of this service. */
  readonly running: ServedArchive | null;
  readonly offered: OfferedArchive | null;
  /** What its last download was, until it reports the outcome. */
  readonly downloaded: 'running' | 'offered' | null;
  readonly outcome: AgentOutcome | null;
  readonly attempt: number;
  /** Grows when a device has restored, and when it does not download what it is offered. */
  readonly edition: number;
}

export const NEW_TRACK: AgentTrack = {
  running: null,
  offered: null,
  downloaded: null,
  outcome: null,
  attempt: 0,
  edition: 0,
};

const AGENT = 'openwisp-config';
const MAX_LEFT_OUT = 32;
/** Three polls, and a little more. */
const UNCLAIMED_MS = 390_000;
const RESTORED = {
  code: 'lost_service',
  message: 'The agent has restored the former configuration',
} as const;

/** Which archive the device is to have; null: none of this service. */
export function dueArchive({ offered, running }: AgentTrack): 'running' | 'offered' | null {
  if (offered && !offered.isWithdrawn) return 'offered';
  return running ? 'running' : null;
}

/** What heartbeats report. */
export function reportOfTrack({ running, outcome, attempt }: AgentTrack): ConfigurationReport {
  return {
    revision: running?.revision ?? null,
    state: outcome?.state ?? null,
    attempted: outcome?.attempted ?? null,
    attempt: outcome ? attempt : null,
    error: outcome?.state === 'rolled_back' ? RESTORED : null,
    drifted: false,
    mended: false,
    waitingS: null,
    leftOut: (running?.leftOut ?? []).slice(0, MAX_LEFT_OUT),
    agent: AGENT,
  };
}

/**
 * The edition of the next archive. A device that does not download what it is offered has it already, although the service
 * does not know it: another checksum makes it download, apply and report.
 */
export function nextEdition({ offered, downloaded, edition }: AgentTrack, at: Date): number {
  const isUnclaimed =
    offered !== null &&
    !offered.isWithdrawn &&
    downloaded === null &&
    at.getTime() - offered.offeredAt.getTime() >= UNCLAIMED_MS;
  return isUnclaimed ? edition + 1 : edition;
}

/** The device is to apply the archive. One that it runs, or has been offered, needs no other attempt. */
export function withOffer(track: AgentTrack, archive: ServedArchive, edition: number, at: Date): AgentTrack {
  const { running, offered } = track;
  if (running?.checksum === archive.checksum) return withRunning(track, archive);
  if (offered?.checksum === archive.checksum)
    return { ...track, offered: { ...offered, ...archive, isWithdrawn: false } };
  return { ...track, edition, downloaded: null, offered: { ...archive, offeredAt: at, isWithdrawn: false } };
}

/** The device keeps what it runs. It may be about to apply what it was offered, so that is remembered. */
export function withoutOffer(track: AgentTrack): AgentTrack {
  const { offered } = track;
  return offered ? { ...track, offered: { ...offered, isWithdrawn: true } } : track;
}

export function withDownload(track: AgentTrack, downloaded: 'running' | 'offered'): AgentTrack {
  return { ...track, downloaded };
}

/** The device has applied what it downloaded last. The archive that ran before changes nothing. */
export function withApplied(track: AgentTrack): AgentTrack {
  const { downloaded, offered } = track;
  if (downloaded !== 'offered' || !offered) return { ...track, downloaded: null };
  const { revision, checksum, leftOut } = offered;
  return withRunning(track, { revision, checksum, leftOut });
}

/**
 * The agent has restored what it had before its last download. It would not download the same checksum again, so that a
 * retry needs another one.
 */
export function withRolledBack(track: AgentTrack): AgentTrack {
  const { downloaded, offered, attempt, edition } = track;
  if (downloaded !== 'offered' || !offered) return { ...track, downloaded: null };
  return {
    ...track,
    offered: null,
    downloaded: null,
    outcome: { state: 'rolled_back', attempted: offered.revision },
    attempt: attempt + 1,
    edition: edition + 1,
  };
}

/** What runs has another checksum, so that the device applies it once more. */
export function withReissued(track: AgentTrack, checksum: string): AgentTrack {
  return track.running ? { ...track, running: { ...track.running, checksum } } : track;
}

function withRunning(track: AgentTrack, running: ServedArchive): AgentTrack {
  const outcome = { state: 'applied', attempted: null } as const;
  return { ...track, running, offered: null, downloaded: null, outcome, attempt: track.attempt + 1 };
}
