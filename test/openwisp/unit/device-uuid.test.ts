import { expect } from 'chai';
import { macOfUuid, uuidOfMac } from '../../../shared/openwisp/domain/device-uuid.js';

const MAC = '02:00:5E:10:00:AB';

describe('the UUID of a device', () => {
  it('has its MAC, is of version 8, and is read with and without dashes', () => {
    const uuid = uuidOfMac(MAC);
    expect(uuid).to.match(/^[0-9a-f]{12}8[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    const dashed = uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase();
    expect([macOfUuid(uuid), macOfUuid(dashed)]).to.deep.equal([MAC, MAC]);
  });

  it('is none of another service', () => {
    for (const other of ['', 'x', MAC, '3fa85f6457174562b3fc2c963f66afa6', `${uuidOfMac(MAC)}0`])
      expect(macOfUuid(other), other).to.equal(null);
  });
});
