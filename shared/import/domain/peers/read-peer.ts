import type { ConversionReport } from './conversion-report.js';
import type { ExportValue } from './export-value.js';
import type { PeerFleet, PeerName } from './peer-fleet.js';
import { readMeraki } from './read-meraki.js';
import { readOpenwisp } from './read-openwisp.js';
import { readUnifi } from './read-unifi.js';

/** Reads the files of an export. @throws UnreadableExport */
export const PEERS: Readonly<
  Record<PeerName, (files: readonly ExportValue[], report: ConversionReport) => PeerFleet>
> = { meraki: readMeraki, openwisp: readOpenwisp, unifi: readUnifi };
