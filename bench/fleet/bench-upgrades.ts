import { Agent } from 'node:http';
import { PATHS } from '../../api/paths.js';
import type { Models } from '../../shared/composition/models.js';
import { sendRequest } from '../load/send-request.js';
import type { BenchDatabase } from './bench-database.js';
import type { OrganisationLayout } from './fleet-plan.js';
import { PARTS } from './generated-device.js';

export type OneNetwork = BenchDatabase & { readonly whole: OrganisationLayout };

const CREATE = PATHS.upgradesCreate[0][1].replace('{.json}', '.json');

/** Deletes all upgrades and schedules of a fleet. */
export async function removeUpgrades({ mongo }: OneNetwork): Promise<void> {
  await mongo.models.upgrades.deleteMany({});
  await mongo.models.upgradeCounts.deleteMany({});
  await mongo.models.schedules.deleteMany({});
}

/** Publishes a firmware release that no device runs, and returns its version. */
export async function publishRelease({ firmwareReleases }: Models): Promise<string> {
  const latest = await firmwareReleases.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean();
  const _id = (latest?._id ?? 0) + 1;
  const version = `9.${_id}.0`;
  const urls = PARTS.map(({ part_number: partNumber }) => ({
    partNumber,
    url: `https://firmware.example/${partNumber}/${version}`,
  }));
  await firmwareReleases.create({ _id, version, urls, organisationId: null, isReleased: true });
  return version;
}

/**
 * Schedules upgrades through the API, and returns how long the request takes, in milliseconds.
 * @param at null for now
 * @param aps by default every device of the first network
 */
export async function scheduleUpgrades(
  url: string,
  { whole }: OneNetwork,
  version: string,
  at: Date | null,
  aps: readonly string[] = [`network:${whole.firstNetworkId}`],
): Promise<number> {
  const agent = new Agent();
  const time =
    at === null ? { schedule_type: 'now' } : { schedule_type: 'later', schedule_at: at.toISOString() };
  const upgrade = { version, ...time, time_zone: 'Etc/UTC', aps };
  const asked = { method: 'POST', token: whole.adminToken, body: { upgrade } } as const;
  const began = performance.now();
  const { status, text } = await sendRequest(new URL(CREATE, url), agent, asked);
  const milliseconds = performance.now() - began;
  agent.destroy();
  if (status !== 200) throw new Error(`The upgrades were refused with ${status}: ${text}`);
  return milliseconds;
}

/** A time at which no worker dispatches the schedule during the benchmark. */
export const tomorrow = (): Date => new Date(Date.now() + 86_400_000);
