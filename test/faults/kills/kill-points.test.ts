import { expect } from 'chai';
import { EARLY_ENDS, failpointsOf, readKillPoints } from './kill-points.js';

describe('the kill points of docs/reliability.md', () => {
  it('have a row for every failpoint of rollouts', async () => {
    const points = (await readKillPoints('Kill points')).map(({ failpoint }) => failpoint);
    expect(points).to.have.length.of.at.least(25);
    const inSources = await failpointsOf('shared/rollouts');
    expect(inSources).to.have.length.of.at.least(20);
    expect([...points, ...EARLY_ENDS.cancellation]).to.include.members(inSources);
  });

  it('have a row for every point at which upgrades that end early are killed', async () => {
    const points = await readKillPoints('Kill points of upgrades that end early');
    expect(points.map(({ failpoint }) => failpoint)).to.have.members(Object.values(EARLY_ENDS).flat());
  });

  it('have a row for every failpoint of configurations', async () => {
    const points = (await readKillPoints('Kill points of configurations')).map(({ failpoint }) => failpoint);
    expect(points).to.have.members(await failpointsOf('shared/configuration'));
  });

  it('have a row for every failpoint of gateways', async () => {
    const points = await readKillPoints('Kill points of uCentral devices');
    const own = [...(await failpointsOf('gateway')), ...(await failpointsOf('shared/ucentral'))];
    const all = ['heartbeats-read', 'heartbeats-written', ...own];
    expect(points.map(({ failpoint }) => failpoint)).to.have.members(all);
    expect(points.map(({ process }) => process)).to.include.members(['gateway']);
  });

  it('have a row for every failpoint of deaf periods', async () => {
    const points = (await readKillPoints('Kill points of deaf periods')).map(({ failpoint }) => failpoint);
    expect(points).to.have.members([...(await failpointsOf('shared/deaf-periods')), 'deaf-period-announced']);
  });
});
