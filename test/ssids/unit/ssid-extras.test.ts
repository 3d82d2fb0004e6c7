import { expect } from 'chai';
import { defaultSsid, type SsidFields } from '../../../shared/ssids/domain/ssid-fields.js';
import { noExtras, shownExtras, type SsidExtras } from '../../../shared/ssids/domain/ssid-extras.js';
import { judgeSsid, problemText } from '../../../shared/ssids/domain/ssid-rules.js';

const STORED = { ...defaultSsid(), ssid_name: 'Lobby' };

function judged(extras: unknown, stored: Partial<SsidExtras> = {}) {
  return judgeSsid({ ...STORED, extras: { ...noExtras(), ...stored } }, { extras }, 'update');
}

function extrasAfter(extras: unknown, stored?: Partial<SsidExtras>): SsidFields['extras'] {
  const { ssid, problems } = judged(extras, stored);
  if (problems.size > 0) throw new Error(problemText(problems));
  return ssid.extras;
}

function messages(extras: unknown): string[] {
  return [...judged(extras).problems.values()];
}

describe('the extras of an SSID', () => {
  it('are members that a request replaces one by one, and removes by null', () => {
    const stored = { dtim_period: 3, fast_roaming: true };
    expect(extrasAfter({ dtim_period: '2', neighbor_reports: 1 }, stored)).to.deep.equal({
      ...noExtras(),
      fast_roaming: true,
      neighbor_reports: true,
      dtim_period: 2,
    });
    expect(extrasAfter({ dtim_period: null, unknown: 1 }, stored)).to.deep.equal({
      ...noExtras(),
      fast_roaming: true,
    });
    expect(extrasAfter({}, stored)).to.deep.equal({ ...noExtras(), ...stored });
    expect(extrasAfter(null, stored)).to.deep.equal(noExtras());
  });

  it('are shown only while one is set', () => {
    expect(shownExtras(noExtras())).to.equal(undefined);
    const extras = { ...noExtras(), bss_transition: false };
    expect(shownExtras(extras)).to.deep.equal(extras);
  });

  it('have a message for each member that is not valid', () => {
    expect(
      messages({
        fast_roaming: 'maybe',
        dtim_period: 256,
        dhcp_relay_address: '10.0.0.300',
        options: { hostapd: { wpa: '1', okc: 'a\nb', 'Not a name': 'x' }, uci: [] },
      }),
    ).to.deep.equal([
      'extras.fast_roaming must be true or false',
      'extras.dtim_period must be a whole number from 1 to 255',
      'extras.dhcp_relay_address must be an IPv4 address',
      'extras.options.hostapd must have names of 1 to 64 characters of a-z and 0-9 and _',
      'extras.options.hostapd.okc must be text of 1 to 256 printable characters',
      'extras.options.hostapd.wpa is an option that changes the security of the SSID',
      'extras.options.uci must be an object of names and values',
    ]);
    expect(messages('yes')).to.deep.equal(['extras must be an object']);
    expect(messages({ options: [] })).to.deep.equal([
      'extras.options must be an object with hostapd and uci',
    ]);
  });

  it('have at most 32 options of a kind', () => {
    const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`o${at}`, 1]));
    expect(messages({ options: { uci: of(32) } })).to.deep.equal([]);
    expect(messages({ options: { uci: of(33) } })).to.deep.equal([
      'extras.options.uci must have at most 32 options',
    ]);
  });

  it('have options as a whole, sorted, with texts of up to 256 characters', () => {
    const stored = { options: { hostapd: { okc: '1' }, uci: {} } };
    const long = 'ä'.repeat(256);
    const options = extrasAfter({ options: { uci: { b: long, a: 5, c: '' } } }, stored)?.options;
    expect(options).to.deep.equal({ hostapd: {}, uci: { a: '5', b: long } });
    expect(Object.keys(options?.uci ?? {})).to.deep.equal(['a', 'b']);
    expect(extrasAfter({ options: { hostapd: {}, uci: {} } }, stored)?.options).to.equal(null);
    for (const value of [`${long}ä`, 'a\u2028b', 'a\rb', '\ud800', true, {}])
      expect(messages({ options: { hostapd: { okc: value } } }).length, JSON.stringify(value)).to.equal(1);
  });

  it('come from no prototype', () => {
    const sent = JSON.parse('{"options": {"hostapd": {"__proto__": "1", "constructor": "2"}}}') as unknown;
    expect(messages(sent)).to.deep.equal([
      'extras.options.hostapd.__proto__ is an option that names a file or an interface or a program',
    ]);
  });
});
