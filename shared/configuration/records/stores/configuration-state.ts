import type { ConfigurationProblem, ConfigurationState } from '../domain/device-configuration.js';

/** The part of a query that the index of devices with problems needs. */
export const HAS_PROBLEM = { 'configuration.problem': { $gt: '' as ConfigurationProblem } };

/** The part of a query that the index of devices with incomplete configurations needs. */
export const LEAVES_OUT = { 'configuration.leavesOut': true };

/** The part of a query that holds while no other process has changed what a state was judged by. */
export function asConfigurationRead({ reportedAt, rendered, refused, retried }: ConfigurationState) {
  return {
    'configuration.reportedAt': reportedAt ?? null,
    'configuration.rendered.at': rendered?.at ?? null,
    'configuration.refused.at': refused?.at ?? null,
    'configuration.retried': retried ?? null,
  };
}

/** The fields of a stored configuration as an update sets them. */
export function configurationFields(change: Partial<ConfigurationState>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(change).map(([field, value]) => [`configuration.${field}`, value]),
  );
}
