import { expect } from 'chai';
import type { AlertKind } from '../../../shared/alerts/domain/alert-kinds.js';
import { useAlerts } from '../alert-fixture.js';

/** A device in a network. */
const DEVICE = 0;

const radio = (up: boolean, on = true): object => ({
  radios: [
    { name: 'radio0', band: '2g', on: true, up: true },
    { name: 'radio1', band: '5g', on, up },
  ],
});

// docs/alerts.md#radios-1
describe('alerts of radios', () => {
  const used = useAlerts();

  /** Lets minutes pass, at whose end the device reports its radios and the worker looks. */
  async function report(minutes: number, wifi: object): Promise<void> {
    const { alerts, service } = used;
    service.clock.advance(60 * minutes);
    const device = alerts.fleet.devices[DEVICE];
    if (!device) throw new Error('The fleet has the device');
    await service.acceptedHeartbeat(device, { wifi });
    await pass();
  }

  async function pass(minutes = 0): Promise<void> {
    used.service.clock.advance(60 * minutes);
    await used.alerts.look();
    await used.alerts.lookAtSources();
  }

  const kinds = async (): Promise<string[]> =>
    (await used.alerts.list({ kind: 'radio_down' })).map(({ kind }) => kind);
  const ofRadios = async (): Promise<string[]> =>
    (await used.alerts.records())
      .filter(({ kind }) => kind === ('radio_down' satisfies AlertKind))
      .map(({ state }) => state);

  it('open when one has been reported down for ten minutes, and close when none is', async () => {
    const { alerts } = used;
    await report(1, radio(false));
    await report(9, radio(false));
    expect(await kinds()).to.deep.equal([]);
    await report(1, radio(false));
    const [open] = await alerts.list({ kind: 'radio_down' });
    expect(open?.subject).to.deep.equal({ type: 'device', id: alerts.fleet.idOf(DEVICE) });
    expect(open?.text).to.match(/^A radio of .+ has been down since 2026-11-30 12:01 UTC$/);
    await report(1, radio(true));
    expect(await ofRadios()).to.deep.equal(['closed']);
  });

  it('do not open for one that is switched off, nor for one that comes back', async () => {
    await report(1, radio(false, false));
    await report(11, radio(false, false));
    expect(await ofRadios()).to.deep.equal([]);
    await report(1, radio(false));
    await report(5, radio(true));
    await report(6, radio(false));
    expect(await kinds()).to.deep.equal([]);
  });

  // docs/alerts.md#radios-2
  it('do not open while the device is silent', async () => {
    await report(1, radio(false));
    for (let minute = 0; minute < 15; minute += 1) await pass(1);
    expect(await ofRadios()).to.deep.equal(['waiting']);
    await report(1, radio(true));
    expect(await ofRadios()).to.deep.equal([]);
  });

  // docs/alerts.md#radios-2
  it('wait for the end of an upgrade', async () => {
    const { alerts, service } = used;
    const { upgrades } = service.deps.mongo.models;
    const underWay = { organisationId: alerts.fleet.org, routerInventoryId: alerts.fleet.idOf(DEVICE) };
    await report(1, radio(false));
    await upgrades.collection.insertOne({ _id: 1, ...underWay, inFlight: true, attempts: 1 } as never);
    await alerts.pass(11, []);
    await service.deps.mongo.models.deviceStates.updateOne(
      { _id: alerts.fleet.idOf(DEVICE) },
      { $set: { wifiAt: service.clock.now() } },
    );
    await pass();
    expect(await ofRadios()).to.deep.equal(['waiting']);
    await upgrades.collection.deleteOne(underWay);
    await report(1, radio(false));
    expect(await ofRadios()).to.deep.equal(['open']);
  });

  it('follow the settings of the organisation', async () => {
    const { alerts, service } = used;
    const set = async (settings: object): Promise<void> => {
      const reply = await service.api.call('PATCH', '/v1/alert_settings', {
        token: alerts.fleet.token,
        body: { kinds: { radio_down: settings } },
      });
      expect(reply.status, reply.text).to.equal(200);
    };
    await set({ enabled: false });
    await report(1, radio(false));
    await report(11, radio(false));
    expect(await ofRadios()).to.deep.equal([]);
    await set({ enabled: true, after_minutes: 3 });
    await report(1, radio(false));
    await report(3, radio(false));
    expect(await ofRadios()).to.deep.equal(['open']);
  });
});
