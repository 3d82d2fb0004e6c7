import type { Endpoint } from '../../../api/http/endpoint.js';
import { moveDevicesEndpoint } from '../../../api/assignment/move-devices.js';
import { provisioningEndpoint } from '../../../api/assignment/provisioning.js';
import { releaseDevicesEndpoint } from '../../../api/assignment/release-devices.js';
import { removeDevicesEndpoint } from '../../../api/assignment/remove-devices.js';
import { ask } from '../../fixtures/asking.js';
import { actUpgrade } from './act-upgrade.js';
import type { Action } from './race-actions.js';
import type { Effect } from './race-state.js';
import type { Machine } from './race-fixture.js';
import { expectAnswer, machineOf, networkOf, organisationOf, type Round } from './round.js';

interface Shown {
  readonly id: number;
  readonly mac_id: string;
}

/** Performs an action over HTTP and returns its effects on each machine. Every response is a 200 or a refusal. */
export async function act(round: Round, action: Action): Promise<Effect[]> {
  switch (action.do) {
    case 'provision':
    case 'move':
    case 'release':
    case 'remove':
      return changeDevices(round, action);
    case 'heartbeat':
      await heartbeat(round, action);
      return [];
    case 'work':
      return work(round);
    default:
      return actUpgrade(round, action);
  }
}

type Change = Extract<Action, { do: 'provision' | 'move' | 'release' | 'remove' }>;

const ENDPOINTS: Readonly<Record<Change['do'], Endpoint>> = {
  provision: provisioningEndpoint,
  move: moveDevicesEndpoint,
  release: releaseDevicesEndpoint,
  remove: removeDevicesEndpoint,
};

async function changeDevices(round: Round, action: Change): Promise<Effect[]> {
  const { org, token } = organisationOf(round, action.organisation);
  const macs = action.machines.map((index) => machineOf(round, index).macId);
  const network = 'network' in action ? networkOf(round, action) : null;
  const input = { mac_id: macs.join(','), devices: macs, network_id: network, existing_network_id: network };
  const reply = await ask(round.service.api, ENDPOINTS[action.do], input, { token });
  expectAnswer(reply);
  const { devices = [], success_devices = [] } = reply.body as {
    devices?: readonly Shown[];
    success_devices?: readonly string[];
  };
  switch (action.do) {
    case 'provision':
      // A refused request may still have assigned its devices without a network.
      return reply.status === 200
        ? devices.map(({ id, mac_id }) => ({ mac: mac_id, org, kind: 'joined', id, network }))
        : macs.map((mac) => ({ mac, org, kind: 'assigned', network, maybe: true }));
    case 'move':
      return devices.map(({ mac_id }) => ({ mac: mac_id, org, kind: 'placed', network }));
    case 'release':
      return success_devices.map((mac) => ({ mac, org, kind: 'placed', network: null }));
    case 'remove':
      return success_devices.map((mac) => ({ mac, org, kind: 'gone' }));
  }
}

/** Sends a heartbeat. For a device in no inventory the response is a 404 without an order. */
async function heartbeat(round: Round, action: Extract<Action, { do: 'heartbeat' }>): Promise<void> {
  const machine = machineOf(round, action.machine);
  const { order, macId, deviceKey } = machine;
  const version = action.upgraded ? order?.version : undefined;
  const reply = await round.service.api.call('POST', '/device/v1/heartbeat', {
    headers: { Authorization: `Bearer ${deviceKey}` },
    body: {
      mac_id: macId,
      firmware_version: version ?? machine.firmwareVersion,
      ...(order && action.state ? { upgrade: { id: order.id, state: action.state } } : {}),
    },
  });
  expectAnswer(reply);
  const { upgrade } = reply.body as { upgrade?: Machine['order'] };
  machine.order = upgrade ?? null;
}

/** Dispatches what is due and runs one sweep. */
async function work({ service, organisations, machines }: Round): Promise<Effect[]> {
  await service.dispatch();
  await service.sweep();
  return machines.flatMap(({ macId: mac }) =>
    organisations.map(({ org }): Effect => ({ mac, org, kind: 'dispatched', maybe: true })),
  );
}
