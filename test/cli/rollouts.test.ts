import { expect } from 'chai';
import { UsageError } from '../../api/cli/command.js';
import { runCli } from '../fixtures/cli.js';
import { eventually } from '../fixtures/eventually.js';
import { RolloutRunFixture } from '../rollouts/rollout-run-fixture.js';

describe('npm run cli -- rollouts', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  const cli = (...args: string[]) => runCli(fixture.service.api, ['rollouts', ...args]);

  it('lists the rollouts of an organisation with their progress', async () => {
    await fixture.devices(2);
    const draft = await fixture.draft({ name: 'Later' });
    const { _id: id } = await fixture.dispatched({ name: 'Now' });
    const org = String(fixture.organisation.org);
    const running = `${id}  Running, stage 1 of 1 Running  0 of 2 succeeded, 2 in flight  "Now"`;
    expect((await cli('list', '--organisation', org)).lines).to.deep.equal([
      running,
      `${draft}  Draft  "Later"`,
    ]);
    expect((await cli('list', '--organisation', org, '--state', 'Running')).lines).to.deep.equal([running]);
    expect((await cli('list', '--organisation', org, '--state', 'Paused')).lines).to.deep.equal([
      'There are no rollouts',
    ]);
  });

  it('shows a rollout as the API does', async () => {
    const id = await fixture.draft();
    const { code, lines } = await cli('show', String(id));
    const { body } = await fixture.organisation.call('GET', `/v1/rollouts/${id}`);
    expect(code).to.equal(0);
    expect(JSON.parse(lines.join('\n'))).to.deep.equal((body as { data: { rollout: object } }).data.rollout);
  });

  it('names an unknown rollout, and a command without one', async () => {
    for (const [args, text] of [
      [['show', '999999999'], 'There is no rollout 999999999'],
      [['watch', '999999999'], 'There is no rollout 999999999'],
      [['show', '7a'], '--id must be a whole number from 1'],
      [['show'], '--id is required'],
      [['show', '7', '8'], 'Unexpected argument'],
      [['list', '--organisation', '1', '--state', 'Done'], '--state must be one of Draft'],
    ] as const) {
      const error: unknown = await cli(...args).catch((thrown: unknown) => thrown);
      expect(error, args.join(' ')).to.be.instanceOf(UsageError);
      expect((error as Error).message).to.include(text);
    }
  });

  describe('watch', () => {
    // docs/operations.md#watching-a-rollout
    it('draws a bar, prints the log, and exits with 0 when every upgrade succeeded', async () => {
      const [device] = await fixture.devices(1);
      const { _id: id } = await fixture.started();
      const written: string[] = [];
      const watching = runCli(fixture.service.api, ['rollouts', 'watch', String(id)], {
        isTTY: true,
        onOutput: (text) => written.push(text),
      });
      await eventually('the first bar', () => Promise.resolve(written.length >= 2));
      await fixture.tickUntilIdle();
      await fixture.upgrade(device);
      await fixture.soak([device]);
      await fixture.tickUntilIdle();
      expect((await watching).code).to.equal(0);
      expect(written[0]).to.match(/Running, stage 1 of 1 Waiting/);
      expect(written.join('')).to.include('\r\u001b[K[..............................] 0 %  Running');
      expect(written.join('')).to.match(/T[\d:]+Z {2}Stage 1 started \(system\)\n/);
      expect(written.join('').match(/Completed \(system\)/g)).to.have.lengthOf(1);
      expect(written.at(-2)).to.include('Completed: 1 of 1 succeeded\n');
      expect(written.at(-1)).to.equal('\r\u001b[K');
    });

    // docs/operations.md#watching-a-rollout
    it('writes plain lines elsewhere, and exits with 3 when upgrades expired', async () => {
      await fixture.devices(1);
      const { _id: id } = await fixture.dispatched();
      await fixture.organisation.call('PATCH', `/v1/rollouts/${id}`, {
        body: { end_at: '2020-01-01T00:00:00Z' },
      });
      await fixture.tickUntilIdle();
      const { code, lines } = await cli('watch', String(id));
      expect(lines).to.deep.equal(['Completed: 0 of 1 succeeded, 1 expired']);
      expect(code).to.equal(3);
    });

    it('exits with 4 when the rollout is cancelled', async () => {
      await fixture.devices(1);
      const { _id: id } = await fixture.started();
      const { code, lines } = await runCli(fixture.service.api, ['rollouts', 'watch', String(id)], {
        onOutput: (text) => {
          if (text.startsWith('Running')) void fixture.act(id, 'cancel', { reason: 'Lunch' });
        },
      });
      expect(code).to.equal(4);
      expect(lines.join('\n')).to.match(
        new RegExp(`Cancelled \\(user:${fixture.organisation.admin.user._id}\\)\n`),
      );
    });

    it('exits with 130 when it is interrupted', async () => {
      const id = await fixture.draft();
      const { code, lines } = await runCli(fixture.service.api, ['rollouts', 'watch', String(id)], {
        onOutput: (_text, interrupt) => {
          interrupt();
        },
      });
      expect({ code, lines }).to.deep.equal({ code: 130, lines: ['Draft'] });
    });
  });
});
