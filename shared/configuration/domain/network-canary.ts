import {
  settingsInForce,
  type BaseSettings,
  type CanaryDefault,
  type CanaryPart,
  type ConfigurationSettings,
  type Hold,
  type StoredSettings,
} from '../records/domain/network-configuration.js';

/** How far the settings of a network have come: all that decides which device gets them. */
export interface NetworkCanary {
  readonly seq: number;
  readonly settings: ConfigurationSettings;
  /** The sequence of the last settings that passed a canary; null: every device gets the live settings. */
  readonly baseSeq: number | null;
  readonly parts: readonly CanaryPart[];
  readonly held: Hold | null;
}

/** The fields of a stored record that the state of its canaries is made of. */
export interface StoredCanary {
  readonly seq: number;
  readonly settings?: StoredSettings;
  readonly base?: Pick<BaseSettings, 'seq'> | null;
  readonly parts?: readonly CanaryPart[];
  readonly held?: Hold | null;
}

/** The state of a network's canaries. Without canaries there is no base, and nothing is held. */
export function networkCanaryOf(
  { seq, settings: stored, base, parts, held }: StoredCanary,
  env: CanaryDefault,
): NetworkCanary {
  const settings = settingsInForce(stored, env);
  if (!settings.canary || !base) return { seq, settings, baseSeq: null, parts: [], held: null };
  return { seq, settings, baseSeq: base.seq, parts: parts ?? [], held: held ?? null };
}

/** The test of a change on the devices of one hardware part, and of one variant if they have some. */
export function partOf(
  { parts }: Pick<NetworkCanary, 'parts'>,
  part: string,
  variant?: string,
): CanaryPart | undefined {
  return parts.find((entry) => entry.part === part && entry.variant === variant);
}
