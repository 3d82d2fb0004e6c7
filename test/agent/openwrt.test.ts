import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { AgentBox, removeBoxes } from './agent-box.js';
import { check, documentOf, MAC } from './document.js';

/** Stand-ins for OpenWrt's programs: the tests check the calls, not what the programs make of them. */
const UCI = `
case "$*" in
*'show wireless') printf 'wireless.radio0=wifi-device\\nwireless.radio1=wifi-device\\nwireless.airfleet_9_radio0=wifi-iface\\n' ;;
'-q get wireless.radio0.band') echo 2g ;;
'-q get wireless.radio1.band') echo 5g ;;
'-q get wireless.radio1.disabled') echo 1 ;;
*batch) cat >> "$AIRFLEET_TEST_CALLS" ;;
*) exit 1 ;;
esac
`;

describe('the openwrt backend', () => {
  let box: AgentBox;

  before(async () => {
    box = await AgentBox.make({ settings: { URL: 'http://127.0.0.1:9', MAC, BACKEND: 'openwrt' } });
    await box.writeKey('unused-key');
    await box.program('uci', UCI);
    // The backend copies the machine's own file.
    await box.program(
      'cp',
      `case "$1" in /etc/config/wireless) : > "$2/wireless" ;; *) exec ${await box.original('cp')} "$@" ;; esac\n`,
    );
  });
  after(removeBoxes);

  it('replaces its own sections, quotes what it writes, and leaves out radios that are switched off', async () => {
    const file = join(box.folder, 'document.json');
    await writeFile(
      file,
      documentOf([
        { ssid: "Café 'Lobby'", hidden: true },
        { security: { mode: 'wpa3-eap' } },
        { bands: ['5g'] },
      ]),
    );
    const calls = join(box.folder, 'calls');
    const { code, stdout, stderr } = await box.run(['check', file], { AIRFLEET_TEST_CALLS: calls });
    expect(code, stderr).to.equal(0);
    expect(stdout).to.equal('2 eap\n3 band\n');
    expect(await readFile(calls, 'utf8')).to.equal(
      [
        'delete wireless.airfleet_9_radio0',
        'set wireless.airfleet_1_radio0=wifi-iface',
        "set wireless.airfleet_1_radio0.device='radio0'",
        "set wireless.airfleet_1_radio0.mode='ap'",
        "set wireless.airfleet_1_radio0.network='lan'",
        "set wireless.airfleet_1_radio0.ssid='Café '\\''Lobby'\\'''",
        "set wireless.airfleet_1_radio0.encryption='psk2'",
        "set wireless.airfleet_1_radio0.key='room-service-only'",
        "set wireless.airfleet_1_radio0.hidden='1'",
        'commit wireless',
        '',
      ].join('\n'),
    );
  });

  it('refuses a document with an unknown security mode', async () => {
    const { code, stderr } = await check(box, documentOf([{ security: { mode: 'wep' } }]));
    expect(code).to.equal(5);
    expect(stderr).to.contain('SSID 1 has an unknown security mode');
  });
});
