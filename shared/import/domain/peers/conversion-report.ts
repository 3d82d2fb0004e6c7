import type { ExportValue } from './export-value.js';

/** What of an export has no counterpart: the place in the export and the reason, without the value. */
export class ConversionReport {
  private readonly found = new Set<string>();

  add(value: Pick<ExportValue, 'where'>, reason: string): void {
    this.found.add(`${value.where} ${reason}`);
  }

  get lines(): readonly string[] {
    return [...this.found];
  }
}
