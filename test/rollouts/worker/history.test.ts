import { expect } from 'chai';
import { DEVICES, HealthFixture, TREATED } from '../health-fixture.js';

interface Observed {
  readonly devices: number;
  readonly sick: number;
}
interface Series {
  readonly points: readonly (Record<string, number> & {
    readonly at: string;
    readonly sick: { readonly success: number; readonly in_flight: number };
  })[];
  readonly looks: readonly {
    readonly part: string;
    readonly sick: readonly { readonly mac_id: string; readonly sign: string }[];
    readonly points: readonly {
      readonly at: string;
      readonly treated: Observed;
      readonly control: Observed;
      readonly signs: readonly { readonly sign: string; readonly treated: Observed }[];
    }[];
  }[];
}

describe('the history of a rollout', () => {
  let health: HealthFixture;
  beforeEach(async () => {
    health = await HealthFixture.open();
  });
  afterEach(() => health.close());

  async function read<T>(path: string): Promise<T> {
    const { status, body, text } = await health.fixture.organisation.call('GET', path);
    expect(status, text).to.equal(200);
    return (body as { data: T }).data;
  }
  const seriesOf = async (id: number): Promise<Series> =>
    (await read<{ series: Series }>(`/v1/rollouts/${id}/series`)).series;

  // docs/rollouts.md#rollout_series-1
  // docs/rollouts.md#progress-3
  it('has the states of its devices over time, and those that a look finds sick', async () => {
    const { id, treated, others } = await health.upgraded({ gates: { min_sick: TREATED + 1 } });
    const before = await seriesOf(id);
    expect(before.points[0]).to.include({ success: 0, failed: 0 });
    const sick = treated.slice(0, 5);
    await health.look(id, [...others, ...treated.slice(5)]);
    await health.look(id, [...others, ...treated.slice(5)]);
    const { rollout } = await read<{ rollout: { progress: Record<string, unknown> } }>(`/v1/rollouts/${id}`);
    expect(rollout.progress).to.deep.include({
      success: TREATED,
      sick: { success: sick.length, in_flight: 0 },
    });
    const { points } = await seriesOf(id);
    const { at, ...last } = points.at(-1) ?? { at: '' };
    expect(Date.parse(at)).to.be.above(Date.parse(before.points.at(-1)?.at ?? ''));
    expect(last).to.deep.equal({
      waiting: 0,
      in_flight: 0,
      success: TREATED,
      failed: 0,
      skipped: 0,
      cancelled: 0,
      expired: 0,
      left: 0,
      sick: { success: sick.length, in_flight: 0 },
    });
  });

  // docs/rollouts.md#rollout_series-3
  it('has what each look compared, by hardware part', async () => {
    const { id, treated, others } = await health.upgraded({ gates: { min_sick: TREATED + 1 } });
    const beating = [...others, ...treated.slice(5)];
    await health.look(id, beating);
    await health.look(id, beating);
    const [looks, ...more] = (await seriesOf(id)).looks;
    expect(more).to.deep.equal([]);
    expect(looks?.part).to.equal(health.fixture.organisation.part._id);
    const last = looks?.points.at(-1);
    const compared = {
      treated: { devices: TREATED, sick: 5 },
      control: { devices: DEVICES - TREATED, sick: 0 },
    };
    expect(last).to.deep.include(compared);
    expect(last?.signs.map(({ sign }) => sign)).to.deep.equal(['down', 'restarted']);
    expect(last?.signs[0]).to.deep.equal({ sign: 'down', ...compared });
    const named = looks?.sick.map(({ mac_id: mac, sign }) => [mac, sign]);
    const gone = treated.slice(0, 5).map(({ macId }) => [macId, 'down']);
    expect(named).to.have.deep.members(gone);
    const times = looks?.points.map(({ at }) => at) ?? [];
    expect(new Set(times).size).to.equal(times.length).and.at.least(2);
  });

  it('has each point once, however often a tick is repeated', async () => {
    const { id } = await health.upgraded();
    await health.look(id, health.devices);
    const { deps } = health.fixture.service;
    const rollout = await health.fixture.rollout(id);
    const { counts, looks = [] } = rollout.tick ?? {};
    if (!counts) throw new Error('The last tick has noted no counts');
    const before = await seriesOf(id);
    const again = async (): Promise<void> => {
      await deps.stores.rolloutSeries.addCounts(rollout, counts);
      for (const look of looks) await deps.stores.rolloutSeries.addLook(rollout, look);
    };
    await Promise.all([again(), again()]);
    expect(await seriesOf(id)).to.deep.equal(before);
  });
});
