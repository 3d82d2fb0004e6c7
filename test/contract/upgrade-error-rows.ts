import { makeOrganisation, makeUser } from '../fixtures/records/organisation.js';
import { makePart } from '../fixtures/records/device.js';
import { makeUpgrade } from '../fixtures/records/upgrade.js';
import { upgradeWorld } from '../fixtures/records/upgrade-world.js';
import type { ErrorRow } from './error-rows.js';

const BODY = ['message', 'status'];

/** The rows of the upgrade operations (docs/interface.md#errors). */
export const UPGRADE_ERROR_ROWS: readonly ErrorRow[] = [
  ...(['GET', 'PUT', 'DELETE'] as const).map((method): ErrorRow => ({
    status: 404,
    code: null,
    when: `unknown upgrade, ${method}`,
    body: BODY,
    async provoke() {
      const world = await upgradeWorld();
      const body = method === 'PUT' ? { body: { upgrade: { version: '1.9.0' } } } : {};
      return world.call(method, '/upgrades/999999999', body);
    },
  })),
  {
    status: 422,
    code: null,
    when: 'no firmware release data at all',
    body: BODY,
    async provoke() {
      const world = await upgradeWorld();
      const { _id: org } = await makeOrganisation(world.api.deps);
      const { token } = await makeUser(world.api.deps, org);
      return world.post({ aps: ['AP:1'] }, { token });
    },
  },
  {
    status: 422,
    code: null,
    when: 'firmware not available for a device',
    body: BODY,
    async provoke() {
      const world = await upgradeWorld();
      const device = await world.device({ part: await makePart(world.api.deps) });
      return world.post({ aps: [`AP:${device._id}`] });
    },
  },
  {
    status: 422,
    code: null,
    when: 'deleting an upgrade that is not pending',
    body: BODY,
    async provoke() {
      const world = await upgradeWorld();
      const { _id } = await makeUpgrade(world.api.deps, await world.device(), 'Success');
      return world.call('DELETE', `/upgrades/${_id}`);
    },
  },
];
