import type { FaultCase } from './upgrade-fault-cases.js';

export const NETWORK_CASES: readonly FaultCase[] = [
  [
    'places of networks that are not on the globe, or half of one',
    {
      networks: [
        { latitude: 91, longitude: 181 },
        { latitude: 1 },
        { latitude: null, longitude: 2 },
        { address: 'x'.repeat(501) },
      ].map((place, index) => ({ id: index + 1, organisation_id: 1, network_name: 'Pier', ...place })),
    },
    [
      'networks[0].latitude: must be less than or equal to 90',
      'networks[0].longitude: must be less than or equal to 180',
      'networks[1]: longitude is required while there is a latitude',
      'networks[2]: latitude is required while there is a longitude',
      'networks[3].address: length must be less than or equal to 500 characters long',
    ],
  ],
];
