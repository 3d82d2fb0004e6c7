interface SignWords {
  /** Names the sign among others. */
  readonly label: string;
  /** What a device with the sign does, and what several do. */
  readonly one: string;
  readonly several: string;
}

/** The signs of sick devices, in words. `down` of a test includes `other_version`. */
export const SIGNS: Readonly<Record<string, SignWords>> = {
  down: {
    label: 'Down, or another version',
    one: 'is down',
    several: 'are down or run another version',
  },
  other_version: {
    label: 'Another version',
    one: 'runs another version',
    several: 'run another version',
  },
  restarted: {
    label: 'Restarted repeatedly',
    one: 'has restarted repeatedly',
    several: 'have restarted repeatedly',
  },
  radio: {
    label: 'A radio down or crashing',
    one: 'has a radio that is down or crashes',
    several: 'have a radio that is down or crashes',
  },
  deserted: {
    label: 'Left by all clients',
    one: 'has lost all of its clients',
    several: 'have lost all of their clients',
  },
  configuration: {
    label: 'Configuration no longer runs',
    one: 'no longer runs its configuration',
    several: 'no longer run their configuration',
  },
};
