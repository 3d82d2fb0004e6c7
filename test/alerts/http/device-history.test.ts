import { expect } from 'chai';
import { makeAlert } from '../../fixtures/records/alert.js';
import { NOW } from '../../activity/watched-fleet.js';
import { useAlerts } from '../alert-fixture.js';

interface ShownEvent {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly after: unknown;
}

/** More than any device of these tests has: pages that repeat themselves have no end. */
const MAX_EVENTS = 100;

describe('the history of a device', () => {
  const used = useAlerts();
  const at = (minute: number): Date => new Date(NOW.getTime() + minute * 60_000);

  async function pageOf(query: Record<string, string>, token?: string) {
    const { alerts, service } = used;
    const path = `/v1/devices/${alerts.fleet.idOf(0)}/events`;
    const reply = await service.api.call('GET', path, { token: token ?? alerts.fleet.token, query });
    expect(reply.status, reply.text).to.equal(200);
    return reply.body as {
      data: { events: ShownEvent[] };
      meta: { next_cursor: string | null; total: number };
    };
  }

  async function inPages(perPage: number, sort: string): Promise<ShownEvent[]> {
    const found: ShownEvent[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, meta } = await pageOf({ per_page: String(perPage), sort, ...(cursor ? { cursor } : {}) });
      found.push(...data.events);
      expect(found.length, 'events in pages').to.be.below(MAX_EVENTS);
      cursor = meta.next_cursor;
    }
    return found;
  }

  // docs/console-api.md#device_events-4
  it('has its events and the alerts about it in one order, in pages of any size', async () => {
    const { alerts, service } = used;
    const { org, networks } = alerts.fleet;
    const deviceId = alerts.fleet.idOf(0);
    const { deviceEvents } = service.deps.mongo.models;
    const change = { organisationId: org, deviceId, planned: null, before: null, after: null };
    for (const [minute, kind] of [
      [0, 'went_down'],
      [20, 'came_up'],
      [40, 'went_down'],
      [41, 'came_up'],
    ] as const)
      await deviceEvents.create({ _id: `${deviceId}:${minute}:${kind}`, ...change, at: at(minute), kind });
    const [networkId = 0] = networks;
    for (const [opened, closed] of [
      [10, 20],
      [30, null],
    ] as const)
      await makeAlert(service.deps, org, {
        kind: 'device_down',
        subjectId: deviceId,
        networkId,
        state: closed === null ? 'open' : 'closed',
        isCurrent: closed === null,
        openedAt: at(opened),
        closedAt: closed === null ? null : at(closed),
        text: `Alert of minute ${opened}`,
      });
    await makeAlert(service.deps, org, { kind: 'device_down', subjectId: alerts.fleet.idOf(1), networkId });
    await makeAlert(service.deps, org, { kind: 'network_down', subjectId: deviceId, networkId });

    const all = await inPages(100, '-at');
    const minutes = all.map(({ at: time, kind }) => [(Date.parse(time) - NOW.getTime()) / 60_000, kind]);
    expect(minutes).to.have.deep.members([
      [41, 'came_up'],
      [40, 'went_down'],
      [30, 'alert_opened'],
      [20, 'alert_closed'],
      [20, 'came_up'],
      [10, 'alert_opened'],
      [0, 'went_down'],
    ]);
    expect(all.map(({ at: time }) => time)).to.deep.equal(
      all.map(({ at: time }) => time).toSorted((one, other) => Date.parse(other) - Date.parse(one)),
    );
    expect(all.find(({ kind }) => kind === 'alert_closed')).to.include({ after: 'Alert of minute 10' });
    for (const size of [1, 2, 3, 7]) {
      expect(await inPages(size, '-at'), `${size} a page`).to.deep.equal(all);
      expect(await inPages(size, 'at'), `${size} a page`).to.deep.equal(all.toReversed());
    }
    expect((await pageOf({ per_page: '2' })).meta.total).to.equal(7);
  });

  it('has no alert that the caller does not see', async () => {
    const { alerts, service } = used;
    const { org, networks, viewer } = alerts.fleet;
    const alert = { kind: 'device_down', subjectId: alerts.fleet.idOf(0) } as const;
    await makeAlert(service.deps, org, {
      ...alert,
      networkId: networks[1] ?? 0,
      text: 'In the other network',
    });
    const kinds = async (token?: string) =>
      (await pageOf({}, token)).data.events.map(({ kind, after }) => [kind, after]);
    expect(await kinds()).to.deep.include(['alert_opened', 'In the other network']);
    expect(await kinds(viewer)).not.to.deep.include(['alert_opened', 'In the other network']);
  });
});
