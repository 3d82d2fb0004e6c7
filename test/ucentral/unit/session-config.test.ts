import { expect } from 'chai';
import { ConfigWorld, type Behaviour } from '../config-world.js';

/** A device that runs a first configuration. */
function running(): ConfigWorld {
  const world = new ConfigWorld();
  world.connect('boot');
  world.deliver();
  world.wait(20_000);
  expect(world.report()).to.include({ revision: 'r1', state: 'applied', attempt: 1 });
  return world;
}

/** The device gets a second configuration. */
function edited(behaviour: Behaviour): ConfigWorld {
  const world = running();
  world.behaviour = behaviour;
  world.wanted = 2;
  world.wait(60_000);
  return world;
}

const configures = (world: ConfigWorld) =>
  world.sent.flatMap((sent) => (sent.kind === 'configure' ? [sent.config] : []));

// docs/ucentral.md#trial
describe('a configuration that is sent to a device', () => {
  it('has been applied when the device still runs it 15 seconds after its answer', () => {
    const world = edited('applies');
    expect(world.report()?.revision).to.equal('r1');
    world.deliver();
    world.wait(14_000);
    expect(world.report()?.revision).to.equal('r1');
    world.wait(2000);
    expect(world.report()).to.include({ revision: 'r2', state: 'applied', attempt: 2 });
    expect(world.sent.at(-1)?.kind).to.equal('ping');
  });

  // docs/ucentral.md#radios
  it('says which radios should send, once it is known to run', () => {
    const world = running();
    const radios = () => world.beats.findLast(({ measured }) => measured)?.measured?.wifi?.radios;
    world.wait(130_000);
    expect(radios()?.map(({ name, band, on, up }) => [name, band, on, up])).to.deep.equal([
      ['soc/a', '5g', true, false],
    ]);
    world.behaviour = 'silent';
    world.wanted = 2;
    world.beats.splice(0);
    world.wait(80_000);
    expect(radios()).to.equal(undefined);
  });

  it('has been applied without SSIDs that the device names, and names none for a warning about a radio', () => {
    const world = edited('partly');
    world.deliver();
    world.wait(16_000);
    expect(world.report()?.leftOut).to.deep.equal([{ ssid_id: 1, feature: 'rejected' }]);
    const warned = edited('silent');
    const [trial] = warned.sent.slice(-1);
    if (trial?.kind !== 'configure') throw new Error('nothing was sent');
    warned.device.activeUuid = trial.uuid;
    warned.device.active = warned.hashOf('r2');
    const rejected = ['[W] (In /radios/0) the channel is wide'];
    warned.device.results.push({ kind: 'result', id: trial.id, uuid: trial.uuid, error: 1, rejected });
    warned.deliver();
    warned.wait(16_000);
    expect(warned.report()).to.deep.include({ revision: 'r2', leftOut: [] });
  });

  it('has failed when the device could store nothing, and is tried again after a minute', () => {
    const world = edited('no_space');
    world.deliver();
    expect(world.report()).to.deep.include({ revision: 'r1', state: 'failed', attempted: 'r2' });
    expect(world.report()?.error?.code).to.equal('no_space');
    world.behaviour = 'applies';
    const sent = configures(world).length;
    world.wait(50_000);
    expect(configures(world)).to.have.length(sent);
    world.wait(80_000);
    expect(configures(world)).to.have.length(sent + 1);
  });

  it('has failed when it is refused, with the SSID that is at fault, and what ran before is sent again', () => {
    const world = edited('refuses');
    world.behaviour = 'applies';
    world.deliver();
    expect(configures(world).at(-1)).to.equal('running');
    const error = { code: 'invalid', message: 'The device refused the configuration: SSID 1' };
    expect(world.report()).to.deep.include({ revision: 'r1', state: 'failed', attempted: 'r2', error });
    world.deliver();
    world.wait(60_000);
    expect(world.device.active).to.equal(world.hashOf('r1'));
    expect(world.device.newestUuid).to.equal(world.device.activeUuid);
    expect(world.report()?.revision).to.equal('r1');
  });

  it('has failed when the device cannot read it, which it says by the number of another one', () => {
    const world = edited('unreadable');
    world.deliver();
    expect(world.report()?.error?.code).to.equal('invalid');
  });

  it('is asked for when the device does not answer for 90 seconds', () => {
    const world = edited('deaf');
    world.wait(30_000);
    expect(world.sent.at(-1)?.kind).to.equal('configure');
    world.wait(65_000);
    expect(world.sent.at(-1)?.kind).to.equal('ping');
    expect(world.report()).to.deep.include({ revision: 'r1', state: 'failed', attempted: 'r2' });
    expect(world.report()?.error?.code).to.equal('busy');
    const lost = edited('silent');
    lost.wait(95_000);
    expect(lost.report()).to.include({ revision: 'r2', state: 'applied' });
  });

  it('has failed when the device comes back with what it ran before', () => {
    const world = edited('goes_back');
    world.deliver();
    world.disconnect();
    world.behaviour = 'applies';
    world.connect('boot');
    expect(world.report()?.error?.code).to.equal('apply');
    expect(configures(world).at(-1)).to.equal('running');
  });

  it('says nothing while the device is away, and has been applied when it is back with it', () => {
    const world = edited('cut_off');
    const said = world.beats.length;
    world.wait(600_000);
    expect(world.beats).to.have.length(said);
    world.connect('recovery');
    expect(world.report()).to.include({ revision: 'r2', state: 'applied' });
  });

  it('is not sent when it is the one that runs: its revision is reported', () => {
    const world = running();
    const sent = world.sent.length;
    world.sameAs = 'r1';
    world.wanted = 2;
    world.wait(120_000);
    expect(world.sent).to.have.length(sent);
    expect(world.report()).to.include({ revision: 'r2', state: 'applied', attempt: 2 });
  });

  it('is sent anew after a factory reset, also one that was refused before', () => {
    const world = edited('refuses');
    world.behaviour = 'applies';
    while (world.device.results.length > 0) world.deliver();
    world.disconnect();
    world.device.reset();
    world.connect('boot');
    expect(world.report()).to.include({ revision: null, state: null, attempt: null });
    world.settle();
    expect(world.report()?.revision).to.equal('r2');
  });
});
