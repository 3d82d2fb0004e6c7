/** Where devices are. */
export interface Place {
  /** Such as `wss://127.0.0.1:15002`. A device that cannot connect to one tries the next. */
  readonly urls: readonly string[];
  readonly pace: Pace;
  /** The version that the file at a URL is; null for a file that does not exist. */
  versionOf(url: string): string | null;
  /** Called with the version that a device runs from now on. */
  onVersion(macId: string, version: string): void;
  /** Called for each command to upgrade. */
  onUpgrade?(macId: string): void;
}

/** How often devices say how they are, and how long what they do takes, in milliseconds. */
export interface Pace {
  readonly state: number;
  readonly download: number;
  /** From the end of a connection to the next attempt. */
  readonly reconnect: number;
}

/** Quick enough for someone who watches. */
export const BRISK: Pace = { state: 5000, download: 6000, reconnect: 2000 };
