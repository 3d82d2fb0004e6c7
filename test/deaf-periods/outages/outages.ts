import type { OutageFixture } from './outage-fixture.js';

/** An outage of the service or of what is before it. */
export interface Outage {
  readonly name: string;
  /** Whether the service does not hear devices meanwhile. */
  readonly isDeaf: boolean;
  /** Whether a gateway hears a few devices throughout. */
  readonly hasGateway?: boolean;
  begin(fixture: OutageFixture): Promise<void>;
  end(fixture: OutageFixture): Promise<void>;
  /** The address to which a device speaks during the outage, if not the usual one. */
  urlOf?(fixture: OutageFixture, index: number): string | undefined;
}

const APIS_KILLED: Outage = {
  name: 'the APIs are killed',
  isDeaf: true,
  async begin(fixture) {
    await Promise.all([fixture.kill(0), fixture.kill(1)]);
  },
  async end(fixture) {
    await Promise.all([fixture.restart(0), fixture.restart(1)]);
  },
};

export const OUTAGES: readonly Outage[] = [
  APIS_KILLED,
  {
    name: 'MongoDB is stopped',
    isDeaf: true,
    begin: ({ mongo }) => mongo.pause(),
    end: ({ mongo }) => mongo.resume(),
  },
  {
    name: 'a proxy refuses',
    isDeaf: true,
    begin: ({ proxy }) => proxy.down(),
    async end({ proxy }) {
      await proxy.up();
    },
  },
  {
    name: 'a third of the devices is answered 5xx',
    isDeaf: true,
    begin: (fixture) => fixture.failWrites(true),
    end: (fixture) => fixture.failWrites(false),
    urlOf: ({ apis }, index) => apis[index % 5 < 2 ? 1 : 0]?.url,
  },
  {
    name: 'one of two APIs is killed',
    isDeaf: false,
    begin: (fixture) => fixture.kill(1),
    end: (fixture) => fixture.restart(1),
  },
];

/** While only the gateway hears devices. */
export const BESIDE_GATEWAY: Outage = {
  ...APIS_KILLED,
  name: `${APIS_KILLED.name} beside a gateway`,
  hasGateway: true,
};
