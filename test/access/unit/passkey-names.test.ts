import { expect } from 'chai';
import { accountOfHandle, passkeyHandle } from '../../../shared/access/domain/passkey-handle.js';
import { relyingPartyOf } from '../../../shared/access/domain/relying-party.js';

describe('the handle of a passkey', () => {
  it('names a user by its organisation, and an operator of the installation by itself', () => {
    for (const account of [
      { userId: 4, organisationId: 7 },
      { userId: 2, organisationId: null },
    ])
      expect(accountOfHandle(passkeyHandle(account))).to.deep.equal(account);
  });

  it('names no one when it is any other text', () => {
    for (const text of ['', '7', '7:', ':', '7:-4', '7:4:1', ' 7:4', '7:4\n', '1e3:4', `7:${'4'.repeat(16)}`])
      expect(accountOfHandle(Buffer.from(text).toString('base64url')), text).to.equal(null);
  });
});

describe('the service for which passkeys are made', () => {
  it('is the host of PUBLIC_URL, whatever its port', () => {
    expect(relyingPartyOf('https://fleet.example.test:8443')).to.deep.equal({
      id: 'fleet.example.test',
      origin: 'https://fleet.example.test:8443',
    });
    expect(relyingPartyOf('http://localhost:8080')?.id).to.equal('localhost');
  });

  it('is none without PUBLIC_URL, and at an address', () => {
    for (const publicUrl of [null, 'http://127.0.0.1:8080', 'https://[2001:db8::1]'])
      expect(relyingPartyOf(publicUrl), publicUrl ?? 'none').to.equal(null);
  });
});
