import type { ExportValue } from '../../domain/peers/export-value.js';
import { SECTION_NAMES, type SectionName } from '../../sections/sections.js';
import type { FleetSource } from '../fleet-source.js';

const BATCH = 1000;

/** A fleet that is made of an export, with the place that each record comes from. */
export class ConvertedFleet {
  private readonly sections = new Map<SectionName, { record: object; from: ExportValue }[]>();

  add(section: SectionName, record: object, from: ExportValue): void {
    const records = this.sections.get(section) ?? [];
    this.sections.set(section, records);
    records.push({ record, from });
  }

  /** The records by section, in the order of a fleet file; sections without records are left out. */
  get records(): Readonly<Record<string, readonly object[]>> {
    const named = SECTION_NAMES.flatMap((name) => {
      const records = this.sections.get(name);
      return records ? [[name, records.map(({ record }) => record)] as const] : [];
    });
    return Object.fromEntries(named);
  }

  get counts(): ReadonlyMap<SectionName, number> {
    return new Map([...this.sections].map(([name, records]) => [name, records.length]));
  }

  /** As the check of an import takes it. */
  source(): FleetSource {
    const { sections } = this;
    return {
      counts: this.counts,
      faults: [],
      async *records(section) {
        const records = sections.get(section) ?? [];
        for (let first = 0; first < records.length; first += BATCH) {
          const batch = records.slice(first, first + BATCH).map(({ record }) => record);
          yield await Promise.resolve({ first, records: batch });
        }
      },
    };
  }

  /** A fault of the fleet, `devices[3].name: …`, with the place in the export. */
  explain(fault: string): string {
    const [, section = '', index = ''] = /^(\w+)\[(\d+)\]/.exec(fault) ?? [];
    const origin = this.sections.get(section as SectionName)?.[Number(index)]?.from;
    return origin ? `${fault} (${origin.where})` : fault;
  }
}
