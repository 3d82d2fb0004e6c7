import type { SpeakingSite } from './speaking-site.js';

/** A case of the benchmark, which starts its own processes. */
export type MeasureCase = (site: SpeakingSite, sizes: Sizes) => Promise<object>;

export interface Sizes {
  readonly devices: number;
  /** Of a load of heartbeats, and until the memory is measured. */
  readonly seconds: number;
}
