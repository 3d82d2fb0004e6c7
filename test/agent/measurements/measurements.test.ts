import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { AGENT, removeBoxes, SHELLS, toolsPath } from '../agent-box.js';
import { hostapdCli } from './hostapd-cli.js';
import { ManagedAgent } from '../managed-agent.js';

const RADIOS = {
  radio0: 'interface=wlan0\nhw_mode=g\nchannel=6\n',
  radio1: 'interface=wlan1\nhw_mode=a\nchannel=36\n',
};

/** The second radio is not on the air. */
const STATUS = `
*'-i wlan0 status')
	printf '%s\\n' state=ENABLED 'bss[0]=wlan0' 'ssid[0]=One' 'num_sta[0]=2' 'bss[1]=wlan0_1' 'ssid[1]=num_sta[7]=9' 'num_sta[1]=3'
	;;
*) printf '%s\\n' state=DISABLED 'bss[0]=wlan1' 'num_sta[0]=0' ;;
`;
const IW = `
case "$*" in
dev)
	printf 'phy#0\\n\\tInterface wlan1\\n\\t\\tchannel 100 (5500 MHz), width: 20 MHz, center1: 5500 MHz\\n'
	printf '\\tInterface wlan0\\n\\t\\tifindex 3\\n\\t\\ttype AP\\n\\t\\tchannel 6 (2437 MHz), width: 40 MHz, center1: 2447 MHz\\n'
	;;
*) cat "$AIRFLEET_TEST_FOLDER/survey" ;;
esac
`;

describe('the measurements of the agent', () => {
  after(removeBoxes);

  for (const shell of SHELLS) {
    it(`are those of its radios and its machine, under ${shell}`, async () => {
      const agent = await ManagedAgent.make({ shell, radios: RADIOS });
      const { box } = agent;
      const proc = join(box.folder, 'proc');
      const sys = join(box.folder, 'sys');
      const env = { AIRFLEET_TEST_FOLDER: box.folder, AIRFLEET_PROC: proc, AIRFLEET_SYS: sys };
      await Promise.all([mkdir(proc), mkdir(join(sys, 'class/watchdog/watchdog0'), { recursive: true })]);
      await mkdir(join(box.folder, 'run'), { recursive: true });
      await writeFile(
        join(proc, 'meminfo'),
        'MemTotal: 99000 kB\nMemFree: 100 kB\nMemAvailable:   41200 kB\n',
      );
      await writeFile(join(proc, 'stat'), 'cpu  100 0 50 800 50 0 0 0 0 0\ncpu0 1 1 1 1 1 1 1\n');
      await writeFile(join(sys, 'class/watchdog/watchdog0/bootstatus'), '32\n');
      for (const [name, rx] of [
        ['wlan0', 1000],
        ['wlan0_1', 50],
      ] as const) {
        const statistics = join(box.folder, 'interfaces', name, 'statistics');
        await mkdir(statistics, { recursive: true });
        await writeFile(join(statistics, 'rx_bytes'), `${rx}\n`);
        await writeFile(join(statistics, 'tx_bytes'), `${rx * 2}\n`);
      }
      await writeFile(
        join(box.folder, 'survey'),
        'Survey data from wlan0\n\tfrequency:\t\t\t2437 MHz [in use]\n',
      );
      const address = '02:00:5e:00:00:09';
      await writeFile(
        join(box.folder, 'events'),
        [
          `AP-STA-CONNECTED ${address}`,
          `AP-STA-POSSIBLE-PSK-MISMATCH ${address}`,
          `AP-STA-DISCONNECTED ${address}`,
          `AP-STA-CONNECTED ${address}`,
          'CTRL-EVENT-EAP-STARTED x',
        ]
          .map((line) => `${line}\n`)
          .join(''),
      );
      await box.program('hostapd_cli', hostapdCli(box.folder, STATUS));
      await box.program('iw', IW);
      await agent.addSsid({ ssid_name: 'One' });
      const { code, stderr } = await agent.once(env);
      expect(code, stderr).to.equal(0);
      await agent.once(env);
      const { body } = await agent.fixture.call('GET', `/v1/devices/${agent.device._id}`);
      const { device } = (body as { data: { device: Record<string, unknown> } }).data;
      const { wifi, mem_free_kb, load_percent, boot } = device;
      const unknown = { busy_percent: null, crashes: null };
      expect(wifi).to.deep.equal({
        radios: [
          {
            name: 'radio0',
            band: '2g',
            on: true,
            up: true,
            channel: 6,
            width_mhz: 40,
            clients: 5,
            ...unknown,
          },
          {
            name: 'radio1',
            band: '5g',
            on: true,
            up: false,
            channel: null,
            width_mhz: null,
            clients: 0,
            ...unknown,
          },
        ],
        clients: 5,
        // The listeners of the two BSSs have heard the same, and are started once.
        joined: 4,
        refused: 2,
        rx_bytes: 0,
        tx_bytes: 0,
      });
      expect({ mem_free_kb, load_percent, boot }).to.deep.equal({
        mem_free_kb: 41_200,
        load_percent: null,
        boot: 'watchdog',
      });
      await agent.close();
    });
  }

  for (const shell of SHELLS) {
    it(`of busy time, load, bytes and crashes are those since the heartbeat before, under ${shell}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'airfleet-measure-'));
      const script = join(folder, 'script');
      await writeFile(script, TWICE);
      const [program = '', ...args] = shell.split(' ');
      const env = { PATH: await toolsPath(), AGENT, FOLDER: folder };
      const { stdout, stderr } = spawnSync(program, [...args, script], { env, encoding: 'utf8' });
      await rm(folder, { recursive: true });
      expect(stderr).to.equal('');
      const [first, second] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(`{${line.slice(1)}}`) as Sent);
      expect([first?.wifi.radios[0]?.busy_percent, first?.load_percent]).to.deep.equal([null, undefined]);
      expect(second?.wifi.radios[0]?.busy_percent).to.equal(31);
      // The other dumps are of another device, or were counted before.
      const crashes = [first, second].map((sent) => sent?.wifi.radios[0]?.crashes);
      expect(crashes).to.deep.equal([1, 3]);
      // 600 more of one interface; the other one was made again.
      expect([second?.wifi.rx_bytes, second?.wifi.tx_bytes]).to.deep.equal([640, 1240]);
      expect([second?.load_percent, second?.boot]).to.deep.equal([25, 'panic']);
    });
  }
});

interface Sent {
  readonly wifi: {
    radios: { busy_percent: number | null; crashes: number | null }[];
    rx_bytes: number;
    tx_bytes: number;
  };
  readonly load_percent?: number;
  readonly boot: string;
}

/** Measures two times, with counters that have grown meanwhile. */
const TWICE = `
WORK=$FOLDER RADIOS_DIR=$FOLDER INTERFACES=$FOLDER/net RUN=$FOLDER/run LIB=$FOLDER RADIOS=radio0
AIRFLEET_PROC=$FOLDER/proc AIRFLEET_SYS=$FOLDER/sys
. "$AGENT/lib/measure.sh"
. "$AGENT/backends/hostapd-air.sh"
. "$AGENT/backends/hostapd-measure.sh"
mkdir -p "$FOLDER/proc" "$FOLDER/sys/fs/pstore" "$FOLDER/net/wlan0/statistics" "$FOLDER/net/wlan0_1/statistics"
printf 'interface=wlan0\nhw_mode=g\n' > "$FOLDER/radio0.radio"
echo 'interface=wlan0' > "$FOLDER/radio0.conf"
: > "$FOLDER/sys/fs/pstore/dmesg-ramoops-0"
echo 'MemAvailable: 5 kB' > "$FOLDER/proc/meminfo"
hostapd_cli() { printf '%s\n' state=ENABLED 'bss[0]=wlan0' 'num_sta[0]=1' 'bss[1]=wlan0_1' 'num_sta[1]=0'; }
iw() { case $* in dev) ;; *) cat "$FOLDER/dump" ;; esac; }
counters() {
	printf '\tfrequency:\t\t2412 MHz\n\tchannel active time:\t\t9 ms\n\tchannel busy time:\t\t9 ms\n' > "$FOLDER/dump"
	printf '\tfrequency:\t\t2437 MHz [in use]\n\tchannel active time:\t\t%s ms\n\tchannel busy time:\t\t%s ms\n' "$1" "$2" >> "$FOLDER/dump"
	echo "$3" > "$FOLDER/net/wlan0/statistics/rx_bytes" && echo "$(($3 * 2))" > "$FOLDER/net/wlan0/statistics/tx_bytes"
	echo "$4" > "$FOLDER/net/wlan0_1/statistics/rx_bytes" && echo "$4" > "$FOLDER/net/wlan0_1/statistics/tx_bytes"
	echo "cpu  $5 0 0 $6 0 0 0 0" > "$FOLDER/proc/stat"
}
dumped() {
	mkdir -p "$FOLDER/sys/class/devcoredump/devcd$1" "$FOLDER/sys/devices/$2"
	ln -s "$FOLDER/sys/devices/$2" "$FOLDER/sys/class/devcoredump/devcd$1/failing_device"
}
dumped 1 pci0 && dumped 2 pci1
ln -s ../../sys/devices/pci0 "$FOLDER/net/wlan0/device"
counters 1000 100 5000 900 100 900
measure && echo
rm -r "$FOLDER/sys/class/devcoredump/devcd1"
dumped 9 pci0 && dumped 10 pci0 && dumped 11 usb1
counters 2000 410 5600 40 125 975
measure && echo
`;
