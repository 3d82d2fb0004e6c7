import { tomorrow } from '../../fixtures/records/upgrade-fixture.js';
import type { Action } from './race-actions.js';
import type { Effect } from './race-state.js';
import { expectAnswer, machineOf, networkOf, organisationOf, type Round } from './round.js';

type UpgradeAction = Extract<Action, { do: 'schedule' | 'update' | 'delete' }>;

/** Performs an action on upgrades. Devices are named by the ids they had when the round began. */
export async function actUpgrade(round: Round, action: UpgradeAction): Promise<Effect[]> {
  return action.do === 'schedule' ? schedule(round, action) : changeOne(round, action);
}

async function schedule(round: Round, action: Extract<UpgradeAction, { do: 'schedule' }>): Promise<Effect[]> {
  const { org, token } = organisationOf(round, action.organisation);
  const macs = action.machines.map((index) => machineOf(round, index).macId);
  const devices = macs.map((mac) => `AP:${round.before.get(mac)?.id ?? 0}`);
  const wholeNetwork = macs.length === 0;
  const upgrade = {
    aps: wholeNetwork ? [`network:${networkOf(round, action)}`] : devices,
    ...(action.version === null ? {} : { upgrade_type: 'manual', version: action.version }),
    ...(action.later ? { schedule_type: 'later', schedule_at: tomorrow() } : {}),
  };
  const reply = await round.service.api.call('POST', '/upgrades', { token, body: { upgrade } });
  expectAnswer(reply);
  if (wholeNetwork) {
    return round.machines.map(({ macId: mac }) => ({ mac, org, kind: 'scheduled', maybe: true }));
  }
  return reply.status === 200 ? macs.map((mac) => ({ mac, org, kind: 'scheduled' })) : [];
}

async function changeOne(
  round: Round,
  action: Extract<UpgradeAction, { do: 'update' | 'delete' }>,
): Promise<Effect[]> {
  const { macId: mac } = machineOf(round, action.machine);
  const organisation = round.organisations.find(({ org }) => org === round.before.get(mac)?.org);
  if (!organisation) return [];
  const { org, token } = organisation;
  const path = `/upgrades/${round.pending.get(mac) ?? 0}`;
  const moved = action.later ? { schedule_type: 'later', schedule_at: tomorrow() } : {};
  const change = { body: { upgrade: { save_prev_config: true, ...moved } } };
  const update = action.do === 'update';
  const reply = await round.service.api.call(update ? 'PUT' : 'DELETE', path, {
    token,
    ...(update ? change : {}),
  });
  expectAnswer(reply);
  return reply.status === 200 ? [{ mac, org, kind: update ? 'changed' : 'unscheduled' }] : [];
}
