import type { showMeanings } from '../../../configuration/operations/load-meanings.js';
import type { FleetDeps } from '../../deps.js';
import type { ConversionReport } from '../../domain/peers/conversion-report.js';
import type { ConvertedFleet } from './converted-fleet.js';

/** What a conversion needs of the stores. Only the operator of the installation converts: there is no caller. */
export type ConvertDeps = Pick<FleetDeps, 'stores' | 'env' | 'log' | 'now'> & {
  readonly stores: Parameters<typeof showMeanings>[0]['stores'];
};

export interface Conversion {
  readonly organisationId: number;
  /** New records have ids from this one on. */
  readonly firstId: number;
  readonly fleet: ConvertedFleet;
  readonly report: ConversionReport;
}
