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

// docs/ucentral.md#identity
describe('the identity of a device with a certificate', () => {
  it('is that of a registered device with certificates', () => {
    expect(judgeIdentity(REGISTRATION, 'one')).to.include({ deviceId: 2 });
    expect(judgeIdentity({ ...REGISTRATION, authority: 'one' }, 'one')).to.include({ deviceId: 2 });
  });

  it('is refused under another authority, with a key, and in no inventory', () => {
    expect(judgeIdentity({ ...REGISTRATION, authority: 'one' }, 'other')).to.equal('other_authority');
    expect(judgeIdentity({ ...REGISTRATION, identity: 'key' }, 'one')).to.equal('no_certificate');
    expect(judgeIdentity({ ...REGISTRATION, deviceKeyHash: 'hash' }, 'one')).to.equal('no_certificate');
    expect(judgeIdentity({ ...REGISTRATION, organisationId: null, deviceId: null }, 'one')).to.equal(
      'unknown',
    );
    expect(judgeIdentity(undefined, 'one')).to.equal('unknown');
  });
});
