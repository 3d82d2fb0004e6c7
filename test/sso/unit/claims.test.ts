import { expect } from 'chai';
import { claimAt, hasOverage, rightsOf } from '../../../shared/sso/domain/claims.js';
import { issuerFault } from '../../../shared/sso/domain/issuer.js';
import type { SsoRights } from '../../../shared/sso/domain/sso-settings.js';

const rights = (role: SsoRights['role']): SsoRights => ({
  role,
  tier: 1,
  networks: null,
  manageInventory: false,
});

// docs/sso.md#rights-1
describe('the claim that gives rights', () => {
  it('is found by its name or by a path, and never among what objects inherit', () => {
    const claims = { groups: 'a', realm_access: { roles: ['b'] }, 'https://example.com/roles': ['c'] };
    expect(claimAt(claims, 'groups')).to.equal('a');
    expect(claimAt(claims, 'realm_access.roles')).to.deep.equal(['b']);
    expect(claimAt(claims, 'https://example.com/roles')).to.deep.equal(['c']);
    for (const path of ['roles', 'realm_access.groups', 'groups.length', 'constructor.name', '__proto__'])
      expect(claimAt(claims, path), path).to.equal(undefined);
  });

  it('gives those of the first role whose value it has, in the order of the roles', () => {
    const settings = {
      roles: [
        { value: 'admins', ...rights('admin') },
        { value: 'staff', ...rights('operator') },
      ],
      standard: null,
    };
    expect(rightsOf(settings, ['staff', 'admins'])?.role).to.equal('admin');
    expect(rightsOf(settings, 'staff')?.role).to.equal('operator');
    for (const value of [[], 'admins,staff', { admins: true }, 7, null, undefined])
      expect(rightsOf(settings, value)).to.equal(null);
    expect(rightsOf({ ...settings, standard: rights('viewer') }, 'others')?.role).to.equal('viewer');
  });

  // docs/sso.md#rights-4
  it('is known to be left out by Entra ID', () => {
    expect(hasOverage({ _claim_names: { groups: 'src1' } }, 'groups')).to.equal(true);
    expect(hasOverage({ hasgroups: true }, 'groups')).to.equal(true);
    expect(hasOverage({ _claim_names: { groups: 'src1' } }, 'roles')).to.equal(false);
    expect(hasOverage({ groups: [] }, 'groups')).to.equal(false);
  });
});

// docs/sso.md#replace_sso-2
describe('the issuer of a configuration', () => {
  it('is an https URL of the own tenant, at a public address', () => {
    for (const issuer of [
      'https://login.microsoftonline.com/0b2e6a6c-6a3b-4b8e-9d6c-3a4a1c1b2c3d/v2.0',
      'https://id.example.com/realms/common',
      'https://accounts.google.com',
    ])
      expect(issuerFault(issuer, []), issuer).to.equal(null);
    for (const issuer of [
      'https://login.microsoftonline.com/common/v2.0',
      'https://login.microsoftonline.com/Organizations/v2.0',
      'https://login.microsoftonline.com/consumers/v2.0',
      'http://id.example.com',
      'https://user:password@id.example.com',
      'https://10.0.0.1',
      'https://id.example.com/?tenant=1',
      'https://id.example.com/#tenant',
      'id.example.com',
    ])
      expect(issuerFault(issuer, []), issuer).to.be.a('string');
  });
});
