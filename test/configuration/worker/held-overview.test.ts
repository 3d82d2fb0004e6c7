import { expect } from 'chai';
import { eventually } from '../../fixtures/eventually.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { EditedNetwork } from '../http/edited-network.js';
import { observe } from '../../../dev/run-loop.js';

describe('held configurations in the overview', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());

  // docs/configuration.md#events-3
  it('are counted by network, and each count has the filter of its list', async () => {
    const network = await EditedNetwork.open(service, 3);
    const { fixture, devices } = network;
    const [canary, ...others] = devices;
    if (!canary) throw new Error('There are three devices');
    await network.patch({ stop_after: 1 });
    await network.claim(canary);
    await network.refuse(canary);
    await eventually('a count of the devices', () => observe(service.deps));
    const read = async (path: string, token = fixture.admin.token): Promise<object> => {
      const reply = await service.api.call('GET', path, { token });
      expect(reply.status, reply.text).to.equal(200);
      return (reply.body as { data: object }).data;
    };
    const heldFor = async (token?: string) => {
      const { overview } = (await read('/v1/overview', token)) as {
        overview: { attention: { kind: string; count: number; filter: Record<string, string> }[] };
      };
      return overview.attention.filter(({ kind }) => kind === 'configuration_held');
    };
    const filter = { configuration: 'held', network_id: fixture.network._id };
    expect(await heldFor()).to.deep.equal([{ kind: 'configuration_held', count: 2, filter }]);
    const query = `configuration=held&network_id=${filter.network_id}`;
    const { devices: listed } = (await read(`/v1/devices?${query}`)) as { devices: { id: number }[] };
    expect(listed.map(({ id }) => id)).to.deep.equal(others.map(({ device }) => device._id));

    const stranger = await makeUser(service.deps, fixture.org, { role: 'viewer', networks: [] });
    expect(await heldFor(stranger.token)).to.deep.equal([]);
    await service.deps.mongo.models.networkConfigurations.updateOne(
      { _id: filter.network_id },
      { $unset: { isHeld: true } },
    );
    expect(await heldFor(), 'lifted since the count').to.deep.equal([
      { kind: 'configuration_held', count: 2, filter: {} },
    ]);
  });
});
