import { AP_OUTDOOR, UNRELEASED_VERSION } from './demo-catalogue.js';
import { DemoApi, type ShownRollout } from './demo-api.js';
import { AGENT_DEVICE_ID } from './demo-devices.js';
import { SUPER_ADMIN_EMAIL, WAVE_2 } from './demo-organisations.js';

const ROLLOUT = {
  name: `${UNRELEASED_VERSION} for wave-2`,
  version: UNRELEASED_VERSION,
  targets: [`tag:${WAVE_2}`],
  // The agent installs no simulated firmware.
  exclude: [`AP:${AGENT_DEVICE_ID}`],
  stages: [
    { canary_per_part: 1, soak_minutes: 1 },
    { percent: 100, soak_minutes: 0 },
  ],
  network: { max_percent: 100 },
  // The bad part is to be found within a minute.
  gates: { second_opinion: false, hold_out_percent: 0, watch_minutes: 0 },
};

/**
 * Creates and starts the demo's rollout of an unreleased version to four hardware parts. Does nothing when an earlier
 * start of the demo has done so.
 * @throws Error when the API refuses
 */
export async function startDemoRollout(url: string): Promise<void> {
  const superAdmin = await DemoApi.signIn(url, SUPER_ADMIN_EMAIL);
  try {
    const newest = await superAdmin.newestRollout();
    if (newest !== null && newest.state !== 'Draft') return;
    const { id } = newest ?? (await superAdmin.createRollout(ROLLOUT));
    await superAdmin.startRollout(id);
  } finally {
    await superAdmin.signOut();
  }
}

/** The rollout's state and counts on one line. */
export function rolloutLine({ id, state, stages, current_stage, progress }: ShownRollout): string {
  const stage = current_stage === null ? '' : `, stage ${current_stage} of ${stages.length}`;
  const counts = progress
    ? `: Success ${progress.success} · Failed ${progress.failed} of ${progress.devices}`
    : '';
  return `Rollout ${id} ${state}${stage}${counts}`;
}

/** Why a gate has paused the rollout, and the commands that exclude the part and resume; null without a gate. */
export async function pauseAdvice(rollout: ShownRollout, api: DemoApi): Promise<string | null> {
  const { id, name, state, state_reason: reason } = rollout;
  if (state !== 'Paused' || reason?.gate === undefined) return null;
  const look = (await api.sickLooks(id)).at(-1);
  const counts = Object.entries(reason.counts).map(([key, count]) => `${key} ${count}`);
  const signs = look?.data.examples.map(({ mac_id, sign }) => `  ${mac_id}  ${sign}`) ?? [];
  const curl = `curl -s -H 'Authorization: Bearer ${api.token}'`;
  const address = `${api.url}/v1/rollouts/${id}`;
  const change = JSON.stringify({ exclude: [...rollout.exclude, `part:${look?.data.part ?? AP_OUTDOOR}`] });
  return [
    `Rollout ${id} (${name}) is paused by the ${reason.gate.replace('_', ' ')}: ${counts.join(', ')}`,
    ...(look ? [look.text, ...signs] : []),
    'The other devices keep their version. To exclude the part and resume:',
    '',
    `  ${curl} -X PATCH -H 'Content-Type: application/json' -d '${change}' ${address}`,
    `  ${curl} -X POST ${address}/resume`,
    '',
  ].join('\n');
}
