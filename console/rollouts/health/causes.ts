import type { Schema } from '../../api/answer';

type Cause = NonNullable<Schema<'RolloutFailure'>['cause']>;

/** The causes of ended upgrades, in words. */
export const CAUSES: Readonly<Record<Cause, string>> = {
  download: 'The download failed',
  install: 'The installation failed',
  silent: 'Silent while installing',
  stalled: 'Stalled while installing',
  wrong_version: 'Came back on another version',
  went_silent: 'Went silent after the upgrade',
  reverted: 'Went back to another version',
  not_reached: 'Not reached before the end',
  not_begun: 'Ignored three offers',
  no_firmware: 'No file for its part',
  abandoned: 'Given up by a user',
  cancelled: 'Cancelled by a user',
  replaced: 'Replaced by a later upgrade',
  left_target: 'No longer a target',
  left_organisation: 'Left the organisation',
};

/** The causes that a retry can name. */
export type RetriedCause = Exclude<
  Cause,
  'no_firmware' | 'cancelled' | 'replaced' | 'left_target' | 'left_organisation'
>;
