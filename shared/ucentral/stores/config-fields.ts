import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { SavedTrack } from '../domain/config-track.js';

/** The configurations of a device that a save writes, encrypted. Null: there is no trial any more. */
export interface SealedWrites {
  readonly trial?: EncryptedText | null;
  readonly running?: EncryptedText;
}

/** The fields that a save sets. A configuration that does not change stays where it is. */
export function configFields(
  { running, trial, restore, outcome, attempt, uuidFloor }: SavedTrack,
  writes: SealedWrites,
): Record<string, unknown> {
  return {
    outcome,
    attempt,
    uuidFloor,
    restore: restore && { ...restore, sentAt: new Date(restore.sentAt) },
    ...partFields('running', running, writes.running),
    ...trialFields(trial, writes.trial),
  };
}

function trialFields(
  trial: SavedTrack['trial'],
  sealed: EncryptedText | null | undefined,
): Record<string, unknown> {
  if (!trial || sealed === null) return { trial: null };
  const { config: _config, sentAt, answeredAt, ...rest } = trial;
  const stored = {
    ...rest,
    sentAt: new Date(sentAt),
    answeredAt: answeredAt === null ? null : new Date(answeredAt),
  };
  return partFields('trial', stored, sealed);
}

/** The fields of a part with an encrypted text beside them, which stays where it is unless it is given. */
export function partFields(
  name: string,
  part: object | null,
  sealed: EncryptedText | undefined,
  secret = 'config',
): Record<string, unknown> {
  if (!part) return { [name]: null };
  if (sealed) return { [name]: { ...part, [secret]: sealed } };
  return Object.fromEntries(Object.entries(part).map(([field, value]) => [`${name}.${field}`, value]));
}
