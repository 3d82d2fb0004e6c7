import { expect } from 'chai';
import { judgeIdentity, type Registration } from '../../../shared/ucentral/domain/judge-identity.js';

const REGISTRATION: Registration = {
  macId: '02:00:5E:10:00:01',
  identity: 'certificate',
  deviceKeyHash: null,
  authority: null,
  organisationId: 1,
  deviceId: 2,
  partNumber: 'EAP-1',
};
const ONE = { authority: 'one', owner: null };

// docs/ucentral.md#identity
describe('the identity of a device with a certificate', () => {
  it('is that of a registered device with certificates', () => {
    expect(judgeIdentity(REGISTRATION, ONE)).to.include({ deviceId: 2 });
    expect(judgeIdentity({ ...REGISTRATION, authority: 'one' }, ONE)).to.include({ deviceId: 2 });
  });

  it('is refused under another authority, with a key, and in no inventory', () => {
    const other = { ...ONE, authority: 'other' };
    expect(judgeIdentity({ ...REGISTRATION, authority: 'one' }, other)).to.equal('other_authority');
    expect(judgeIdentity({ ...REGISTRATION, identity: 'key' }, ONE)).to.equal('no_certificate');
    expect(judgeIdentity({ ...REGISTRATION, deviceKeyHash: 'hash' }, ONE)).to.equal('no_certificate');
    expect(judgeIdentity({ ...REGISTRATION, organisationId: null, deviceId: null }, ONE)).to.equal('unknown');
    expect(judgeIdentity(undefined, ONE)).to.equal('unknown');
  });

  // docs/ucentral.md#owners
  it('is unknown under the authority of another organisation, whatever is known of the device', () => {
    expect(judgeIdentity(REGISTRATION, { ...ONE, owner: 1 })).to.include({ deviceId: 2 });
    for (const registration of [
      REGISTRATION,
      { ...REGISTRATION, authority: 'other' },
      { ...REGISTRATION, deviceKeyHash: 'hash' },
      { ...REGISTRATION, organisationId: null, deviceId: null },
    ])
      expect(judgeIdentity(registration, { ...ONE, owner: 7 })).to.equal('unknown');
  });
});
