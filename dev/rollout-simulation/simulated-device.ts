/** Times are in seconds since the start of the simulation. A device is silent from `from` up to `to`. */
export interface Silence {
  readonly from: number;
  readonly to: number;
  /** Whether the device has restarted when it is back. */
  readonly restarts: boolean;
}

/** What a release does to one device. */
export interface Reaction {
  /** The upgrade fails at this step; null: it succeeds. */
  readonly fails: 'download' | 'install' | null;
  /** How the device is sick under the new version, and how long after its first start; null: it is not. */
  readonly sickness: {
    readonly kind: 'down' | 'restarts' | 'reverts' | 'radio' | 'clients' | 'leak';
    readonly after: number;
  } | null;
}

export interface SimulatedDevice {
  readonly id: number;
  readonly macId: string;
  readonly part: string;
  readonly networkId: number | null;
  /** How long after a full minute its heartbeats arrive, with the delay of the message. */
  readonly phase: number;
  readonly reaction: Reaction;
  /** Its own silences and those of its network, by time. */
  readonly silences: Silence[];
  /** Restarts without a silence. */
  readonly restarts: number[];
  version: string;
  program: 'idle' | 'downloading' | 'installing' | 'failed';
  upgradeId: number | null;
  /** When it starts the new version. */
  startsAt: number | null;
}
