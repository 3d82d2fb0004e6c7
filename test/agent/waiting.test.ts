import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { removeBoxes, SHELLS } from './agent-box.js';
import { ManagedAgent } from './managed-agent.js';

const DFS_RADIO =
  'interface=wlan0\ndriver=nl80211\nhw_mode=a\nchannel=100\ncountry_code=DE\nieee80211d=1\nieee80211h=1\n';

/** hostapd_cli of a radio that is in a state of the device's time, in seconds after the reload. */
function radioStates(states: readonly (readonly [untilS: number, lines: string])[]): string {
  const cases = states.map(
    ([until, lines]) => `[ "$since" -ge ${until} ] || { printf '${lines}' && exit; }\n`,
  );
  return `read -r now < "$AIRFLEET_TEST_TIME"
read -r reloaded < "$AIRFLEET_STATE/../reloaded" || exit 1
since=$(((now - reloaded) / 1000))
${cases.join('')}echo state=ENABLED
`;
}

for (const shell of sampleOf(SHELLS, 4, 2)) {
  describe(`a radio under the agent with ${shell}`, () => {
    let agent: ManagedAgent;

    beforeEach(async () => {
      agent = await ManagedAgent.make({ shell, radios: { radio0: DFS_RADIO } });
      const RELOAD = `cat "$AIRFLEET_TEST_TIME" > ${agent.box.folder}/reloaded`;
      await agent.box.configure({ URL: agent.front.url, MAC: agent.device.macId, RELOAD });
      await agent.addSsid();
    });
    afterEach(() => agent.close());
    after(removeBoxes);

    it('that chooses its channel and listens for radar is waited for, and the trial begins after it', async () => {
      const dfs = 'state=DFS\\ncac_time_seconds=60\\ncac_time_left_seconds=N/A\\n';
      await agent.box.program(
        'hostapd_cli',
        radioStates([
          [40, 'state=ACS\\n'],
          [101, dfs],
        ]),
      );
      const start = agent.box.now();
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(agent.box.now() - start).to.be.within(100_000, 110_000);
      const reports = agent.front
        .heartbeats()
        .map((beat) => beat['configuration'] as Record<string, unknown>);
      const waiting = reports.filter((report) => 'waiting_s' in report);
      expect(waiting.length).to.be.within(4, 6);
      for (const report of waiting) {
        expect(report).to.include({ revision: null });
        expect(report['waiting_s']).to.be.within(1, 120);
      }
      expect(waiting.at(-1)?.['waiting_s']).to.be.above(60);
      await agent.once();
      expect(agent.front.report()).to.include({ state: 'applied' }).and.not.have.property('waiting_s');
    });

    it('that is down is given up after 30 seconds', async () => {
      await agent.box.program('hostapd_cli', radioStates([[1000, 'state=DISABLED\\n']]));
      const start = agent.box.now();
      expect((await agent.once()).code).to.equal(6);
      // The radio without SSIDs, which ran before, is not waited for.
      expect(agent.box.now() - start).to.be.within(30_000, 34_000);
      expect(await agent.box.read('state/outcome')).to.contain('failed apply');
    });

    it('that never ends choosing is given up after two minutes and 30 seconds', async () => {
      await agent.box.program('hostapd_cli', radioStates([[10_000, 'state=ACS\\n']]));
      const start = agent.box.now();
      expect((await agent.once()).code).to.equal(6);
      expect(agent.box.now() - start).to.be.within(120_000, 184_000);
    });
  });
}
