import { CASE_OPTION, isChosen, numberOption, type Benchmark } from '../benchmark.js';
import { measureCloned } from './cloned.js';
import { measureIdle } from './idle.js';
import { measureKilled } from './killed.js';
import type { MeasureCase } from './measure-case.js';
import { SpeakingSite } from './speaking-site.js';
import { measureStorm } from './storm.js';

const CASES: Readonly<Record<string, MeasureCase>> = {
  idle: measureIdle,
  storm: measureStorm,
  killed: measureKilled,
  cloned: measureCloned,
};

/** Devices that speak uCentral: what their connections cost, and what becomes of them when these end or are disputed. */
export const ucentralBenchmark: Benchmark = {
  name: 'ucentral',
  summary:
    'sockets of 5,000 devices: at most 64 kB each, 0.9 of the heartbeats by HTTP beside them, none lost when all connect again; a killed gateway; a cloned certificate',
  options: { ...CASE_OPTION, devices: { type: 'string' }, seconds: { type: 'string' } },
  small: ['--devices=200', '--seconds=3'],
  async run(print, options) {
    const sizes = {
      devices: numberOption(options, 'devices', 5000),
      seconds: numberOption(options, 'seconds', 30),
    };
    const site = await SpeakingSite.open(sizes.devices);
    try {
      for (const [name, measure] of Object.entries(CASES)) {
        if (!isChosen(options, name)) continue;
        print({ case: name, ...(await measure(site, sizes)) });
        await site.endCase();
      }
    } finally {
      await site.close();
    }
  },
};
