import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { removeBoxes, SHELLS } from './agent-box.js';
import type { Interfere, SeenRequest } from './front.js';
import { ManagedAgent } from './managed-agent.js';

interface Report {
  readonly configuration: { readonly revision: string | null };
}

function isHeartbeatOf(request: SeenRequest, isNew: (revision: string | null) => boolean): boolean {
  return request.method === 'POST' && isNew((JSON.parse(request.body) as Report).configuration.revision);
}

for (const shell of sampleOf(SHELLS, 1, 2)) {
  describe(`a trial of the agent under ${shell}`, () => {
    let agent: ManagedAgent;
    let before: { conf: string | null; revision: string | null };

    /** Answers the heartbeats of the document on trial. */
    const onTrial =
      (answer: ReturnType<Interfere>): Interfere =>
      (request) =>
        isHeartbeatOf(request, (revision) => revision !== before.revision) ? answer : undefined;

    beforeEach(async () => {
      agent = await ManagedAgent.make({ shell });
      const id = await agent.addSsid();
      expect((await agent.once()).code).to.equal(0);
      before = { conf: await agent.box.conf(), revision: await agent.current() };
      await agent.changeSsid(id, { ssid_name: 'Bar' });
      await agent.renew();
    });
    afterEach(() => agent.close());
    after(removeBoxes);

    it('of a document that cuts the device off lasts as long as it says and ends with the configuration before it', async () => {
      const times: number[] = [];
      agent.front.interfere = (request) => {
        const answer = onTrial('cut')(request);
        if (answer !== undefined) times.push(agent.box.now());
        return answer;
      };
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(6);
      const seconds = times.map((at) => (at - (times[0] ?? 0)) / 1000);
      expect(seconds).to.deep.equal(Array.from({ length: 25 }, (_, beat) => beat * 5));
      expect(stderr).to.match(/error rolled_back code=lost_service revision=[0-9a-f]{8}\n$/);
      expect(await agent.box.conf()).to.equal(before.conf);
      agent.front.interfere = () => undefined;
      await agent.once();
      expect(agent.front.report()).to.deep.include({
        revision: before.revision,
        state: 'rolled_back',
        attempt: 2,
      });
      expect(await agent.shown()).to.include({ state: 'rolled_back' });
      const fetches = agent.front.requests.filter(({ method }) => method === 'GET');
      expect(fetches).to.have.length(2);
    });

    if (shell !== 'dash') return;

    it('has an outcome when the agent is killed as soon as its record is gone', async () => {
      const original = await agent.box.original('rm');
      const kill = 'owner=$(readlink "$AIRFLEET_STATE/lock/owner"); kill -9 "${owner%%:*}" "$PPID"';
      await agent.box.program('rm', `${original} "$@"\ncase "$*" in */trial) ${kill} ;; esac\n`);
      agent.front.interfere = onTrial('cut');
      expect((await agent.once()).code).to.equal(null);
      await agent.box.program('rm', `exec ${original} "$@"\n`);
      agent.front.interfere = () => undefined;
      expect((await agent.once()).code).to.equal(0);
      expect(agent.front.report()).to.include({ state: 'rolled_back', attempt: 2 });
      expect(agent.front.requests.filter(({ method }) => method === 'GET')).to.have.length(2);
    });

    it('does not blame the document when the service is away', async () => {
      agent.front.interfere = ({ method }) =>
        method === 'POST' &&
        agent.front.requests.some((request) => request.method === 'GET' && request.headers['if-none-match'])
          ? 'cut'
          : undefined;
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(6);
      expect(stderr).to.match(/error failed code=service_away/);
      expect(await agent.box.conf()).to.equal(before.conf);
      agent.front.interfere = () => undefined;
      expect((await agent.once()).code).to.equal(0);
      expect(await agent.current()).not.to.equal(before.revision);
      await agent.once();
      expect(agent.front.report()).to.include({ state: 'applied', attempt: 3 });
    });

    it('is not ended by the answer of a captive portal', async () => {
      const body = '<html>Welcome</html>';
      agent.front.interfere = onTrial({ status: 200, headers: { 'Content-Type': 'text/html' }, body });
      expect((await agent.once()).code).to.equal(6);
      expect(await agent.box.conf()).to.equal(before.conf);
      expect(await agent.box.read('state/outcome')).to.contain('lost_service');
    });
  });
}

describe('a restart during a trial', () => {
  let agent: ManagedAgent;
  let kills: number;

  beforeEach(async () => {
    agent = await ManagedAgent.make();
    await agent.addSsid();
    kills = 0;
  });
  afterEach(() => agent.close());
  after(removeBoxes);

  /** Kills the agent at its first heartbeat on trial, `times` times. */
  function killOnTrial(times: number): void {
    agent.front.interfere = (request) => {
      if (kills === times || !isHeartbeatOf(request, (revision) => revision !== null)) return undefined;
      kills += 1;
      process.kill(agent.box.pid(), 'SIGKILL');
      return 'cut';
    };
  }

  it('begins it anew', async () => {
    killOnTrial(1);
    expect((await agent.once()).code).to.equal(null);
    const { code, stderr } = await agent.once();
    expect(code, stderr).to.equal(0);
    expect(stderr).to.match(/warn trial_resumed .*\n.*info applied/);
    expect(agent.front.report()).to.include({
      revision: await agent.current(),
      state: 'applied',
      attempt: 1,
    });
  });

  it('restores what ran before when it is the second one', async () => {
    killOnTrial(2);
    await agent.once();
    await agent.once();
    const { code, stderr } = await agent.once();
    expect(code, stderr).to.equal(6);
    expect(await agent.box.conf()).to.equal(null);
    agent.front.interfere = () => undefined;
    await agent.once();
    expect(agent.front.report()).to.deep.include({ revision: null, state: 'rolled_back' });
    expect(agent.front.report()?.['error']).to.include({ code: 'interrupted' });
  });

  it('by a person who rolls back restores what ran before, and the document is not offered again', async () => {
    expect((await agent.once()).code).to.equal(0);
    const { code, stderr } = await agent.box.run(['rollback']);
    expect(code, stderr).to.equal(0);
    expect(await agent.box.conf()).to.equal(null);
    await agent.once();
    expect(await agent.shown()).to.include({ state: 'rolled_back' });
    expect((await agent.box.run(['rollback'])).code).to.equal(6);
    expect((await agent.box.run(['status'])).stdout).to.match(
      /^current none\nprevious none\noutcome 2 rolled_back interrupted /,
    );
  });
});
