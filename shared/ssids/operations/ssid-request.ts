import { isDeepStrictEqual } from 'node:util';
import { isAdministrator, readScope, type Caller } from '../../access/domain/access.js';
import type { SsidFields } from '../domain/ssid-fields.js';
import { limitProblems, problemText, type SsidProblems } from '../domain/ssid-rules.js';
import { SSIDS_PER_NETWORK } from '../domain/ssid-positions.js';
import { parseTargets, targetIds } from '../../upgrades/domain/upgrade-targets.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { SsidNeighbour } from '../stores/ssid-store.js';
import type { SsidDeps } from '../deps.js';

/** A `network_ssid` object of a request, before domain/ssid-rules.ts checks its fields. */
export type SsidInput = Readonly<Record<string, unknown>>;

/** What create, update and destroy answer with. */
export interface SsidReceipt {
  readonly id: number;
  readonly ssidName: string;
}

const MAX_NAMED = 20;

/** A refusal with all messages in one text (docs/interface.md#ssid-create). */
export function invalidSsid(
  refusal: 'ssidCreateInvalid' | 'ssidUpdateInvalid',
  problems: SsidProblems,
): AppError {
  return new AppError(refusal, { details: { errors: problemText(problems) } });
}

const SECURITY_FIELDS = ['security_mode', 'wpa_algorithm', 'wpa_key', 'psk_type'] as const;

/** What no access point can do of what a request changes: what was stored before is not judged. */
export function deviceProblems(
  { ssidSecurity }: SsidDeps,
  stored: SsidFields,
  ssid: SsidFields,
): SsidProblems {
  const limits = ssid.max_association === stored.max_association ? [] : limitProblems(ssid);
  const isChanged =
    SECURITY_FIELDS.some((name) => ssid[name] !== stored[name]) ||
    !isDeepStrictEqual(ssid.extras, stored.extras);
  return new Map([...limits, ...(isChanged ? ssidSecurity(ssid) : [])]);
}

/** Only administrators set options. @throws AppError forbidden */
export function requireOptionsRight(
  caller: Caller,
  stored: SsidFields,
  { ssid, problems }: { readonly ssid: SsidFields; readonly problems: SsidProblems },
): void {
  if (isAdministrator(caller)) return;
  const [before = null, after = null] = [stored.extras?.options, ssid.extras?.options];
  const isRefused = [...problems.keys()].some((name) => name.startsWith('extras.options'));
  if (isRefused || !isDeepStrictEqual(before, after)) throw new AppError('forbidden');
}

/** The refusal of a request without a `network_ssid` object. */
export function missingSsid(refusal: 'ssidCreateInvalid' | 'ssidUpdateInvalid'): AppError {
  return invalidSsid(refusal, new Map([['network_ssid', 'network_ssid is required']]));
}

/**
 * Looks up the devices and tags of associated_aps_and_tags that the caller may name. Entries that the SSID already
 * has are accepted without a look-up, so that the response of show can be sent back.
 */
export async function referenceProblems(
  { stores }: SsidDeps,
  caller: Caller,
  wanted: readonly string[],
  held: readonly string[],
): Promise<SsidProblems> {
  const before = new Set(held);
  const parsed = parseTargets(wanted.filter((entry) => !before.has(entry)));
  if (!parsed.ok || parsed.segments.length === 0) return new Map();
  const unknown = await stores.targets.unknown(readScope(caller), targetIds(parsed.segments));
  const names = [...unknown.deviceIds.map((id) => `AP:${id}`), ...unknown.tagIds.map((id) => `tag:${id}`)];
  if (names.length === 0) return new Map();
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const message = `associated_aps_and_tags has unknown entries: ${names.slice(0, MAX_NAMED).join(' ')}${more}`;
  return new Map([['associated_aps_and_tags', message]]);
}

/** Refuses a second SSID of a name without associated_aps_and_tags, and a seventeenth SSID. */
export function neighbourProblems(
  others: readonly SsidNeighbour[],
  { ssidName, variant }: { readonly ssidName: string | undefined; readonly variant: number },
  isNew: boolean,
): SsidProblems {
  const problems = new Map<string, string>();
  if (others.some((other) => other.ssidName === ssidName && other.variant === variant)) {
    problems.set('ssid_name', 'ssid_name is already the name of another SSID of the network');
  }
  if (isNew && others.length >= SSIDS_PER_NETWORK) {
    problems.set(
      'network_id',
      `network_id is a network that has ${SSIDS_PER_NETWORK} SSIDs which is the most`,
    );
  }
  return problems;
}
