export type WatchState = 'pending' | 'watching' | 'hold_out' | 'done';

/** The watch over the upgraded devices, while some are not upgraded yet (docs/rollouts.md#watch). */
export interface Watch {
  readonly state: WatchState;
  /** How many devices were held out at the start. */
  readonly heldOut: number;
  /** When the last stage ended; null before. */
  readonly since: Date | null;
}
