import { expect } from 'chai';
import { DEFAULT_MEANINGS } from '../../../shared/configuration/domain/meanings.js';
import { ssidSecurityProblems } from '../../../shared/configuration/domain/ssid-security.js';
import type { SsidFields } from '../../../shared/ssids/domain/ssid-fields.js';

const HEX = '0123456789abcdef'.repeat(4);
const namesOf = (ssid: SsidFields, meanings = DEFAULT_MEANINGS): string[] => [
  ...ssidSecurityProblems(meanings, ssid).keys(),
];

describe('the security of an SSID', () => {
  it('is without TKIP for SAE and OWE, by what the numbers mean', () => {
    for (const security_mode of ['4', '5', '7'])
      for (const wpa_algorithm of ['2', '3'])
        expect(namesOf({ security_mode, wpa_algorithm })).to.deep.equal(['wpa_algorithm']);
    expect(namesOf({ security_mode: '1', wpa_algorithm: '3' })).to.deep.equal([]);
    expect(namesOf({ security_mode: '4', wpa_algorithm: '4' })).to.deep.equal([]);
    expect(namesOf({ security_mode: '4', wpa_algorithm: null })).to.deep.equal([]);
    const meanings = { ...DEFAULT_MEANINGS, security_mode: { '9': 'owe' as const } };
    expect(namesOf({ security_mode: '9', wpa_algorithm: '2' }, meanings)).to.deep.equal(['wpa_algorithm']);
    expect(namesOf({ security_mode: '4', wpa_algorithm: '2' }, meanings)).to.deep.equal([]);
  });

  it('has a passphrase for SAE, and a key of the form that psk_type says', () => {
    expect(namesOf({ security_mode: '4', wpa_key: HEX })).to.deep.equal(['wpa_key']);
    expect(namesOf({ security_mode: '2', wpa_key: HEX })).to.deep.equal([]);
    expect(namesOf({ security_mode: '2', wpa_key: HEX, psk_type: '1' })).to.deep.equal(['psk_type']);
    expect(namesOf({ security_mode: '2', wpa_key: 'room-service', psk_type: '2' })).to.deep.equal([
      'psk_type',
    ]);
    expect(namesOf({ security_mode: '4', wpa_key: 'room-service', psk_type: '1' })).to.deep.equal([]);
  });
});
