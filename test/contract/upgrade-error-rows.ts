import { makeOrganisation, makeUser } from '../fixtures/records/organisation.js';
import { makePart } from '../fixtures/records/device.js';
import { makeUpgrade } from '../fixtures/records/upgrade.js';
import { upgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import type { ErrorRow } from './error-rows.js';

const BODY = ['message', 'status'];

/** Errors of the upgrade operations (docs/http.md#errors). */
export const UPGRADE_ERROR_ROWS: readonly ErrorRow[] = [
  ...(['GET', 'PUT', 'DELETE'] as const).map((method): ErrorRow => ({
    status: 404,
    code: null,
    when: `unknown upgrade, ${method}`,
    body: BODY,
    async provoke() {
      const fixture = await upgradeFixture();
      const body = method === 'PUT' ? { body: { upgrade: { version: '1.9.0' } } } : {};
      return fixture.call(method, '/upgrades/999999999', body);
    },
  })),
  {
    status: 422,
    code: null,
    when: 'no firmware release data',
    body: BODY,
    async provoke() {
      const fixture = await upgradeFixture();
      const { _id: org } = await makeOrganisation(fixture.api.deps);
      const { token } = await makeUser(fixture.api.deps, org);
      return fixture.post({ aps: ['AP:1'] }, { token });
    },
  },
  {
    status: 422,
    code: null,
    when: 'firmware not available for a device',
    body: BODY,
    async provoke() {
      const fixture = await upgradeFixture();
      const device = await fixture.device({ part: await makePart(fixture.api.deps) });
      return fixture.post({ aps: [`AP:${device._id}`] });
    },
  },
  {
    status: 422,
    code: null,
    when: 'deleting an upgrade that is not pending',
    body: BODY,
    async provoke() {
      const fixture = await upgradeFixture();
      const { _id } = await makeUpgrade(fixture.api.deps, await fixture.device(), 'Success');
      return fixture.call('DELETE', `/upgrades/${_id}`);
    },
  },
];
