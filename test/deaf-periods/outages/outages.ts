import type { OutageBed } from './outage-bed.js';

/** An outage of the service or of what is before it. */
export interface Outage {
  readonly name: string;
  /** Whether the service does not hear devices meanwhile. */
  readonly isDeaf: boolean;
  begin(bed: OutageBed): Promise<void>;
  end(bed: OutageBed): Promise<void>;
  /** The address to which a device speaks during the outage, if not the usual one. */
  urlOf?(bed: OutageBed, index: number): string | undefined;
}

export const OUTAGES: readonly Outage[] = [
  {
    name: 'the APIs are killed',
    isDeaf: true,
    async begin(bed) {
      await Promise.all([bed.kill(0), bed.kill(1)]);
    },
    async end(bed) {
      await Promise.all([bed.restart(0), bed.restart(1)]);
    },
  },
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
    begin: (bed) => bed.failWrites(true),
    end: (bed) => bed.failWrites(false),
    urlOf: ({ apis }, index) => apis[index % 5 < 2 ? 1 : 0]?.url,
  },
  {
    name: 'one of two APIs is killed',
    isDeaf: false,
    begin: (bed) => bed.kill(1),
    end: (bed) => bed.restart(1),
  },
];
