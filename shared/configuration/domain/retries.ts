import type {
  ConfigurationKey,
  ConfigurationState,
  RefusedRevision,
} from '../records/domain/device-configuration.js';
import { problemOf, reportsDrift } from './judge-report.js';

/** Whether a network was retried after a document with this key was rendered for one of its devices. */
export function wasRetried(key: ConfigurationKey, networkId: number, retriedSeq: number): boolean {
  return key[0] === networkId && key[1] < retriedSeq;
}

/** The fields of the stored state that a retry, or a fetch after one, changes. */
export type RetryChange = Required<Pick<ConfigurationState, 'refused' | 'problem' | 'retried'>>;

/** What a retry of one device changes in its stored state. */
export function retryDevice({ report }: ConfigurationState): RetryChange {
  return { refused: null, problem: null, retried: report?.drifted === true };
}

/** Whether a retry of the device has an effect: it has refused a document, reports drift, or leaves something out. */
export function canRetry(configuration: ConfigurationState): boolean {
  const { refused, report } = configuration;
  return Boolean(refused) || reportsDrift(configuration) || (report?.leftOut.length ?? 0) > 0;
}

/** A document that is about to be fetched. */
export interface NextDocument {
  readonly revision: string;
  readonly key: ConfigurationKey;
  /** The sequence of the network's last retry; 0 without one. */
  readonly retriedSeq: number;
}

/**
 * What a fetch changes in the stored state besides the fetched document: a refusal, or a drift, from before the
 * network's last retry does not count any more.
 */
export function judgeFetch(
  stored: ConfigurationState,
  { revision, key: [networkId], retriedSeq }: NextDocument,
): RetryChange {
  const { rendered } = stored;
  const refused =
    stored.refused && !isForgotten(stored.refused, networkId, retriedSeq) ? stored.refused : null;
  const isMended = rendered !== undefined && wasRetried(rendered.key, networkId, retriedSeq);
  const retried = stored.retried === true || (isMended && stored.report?.drifted === true);
  const problem = problemOf({ ...stored, refused, retried, rendered: { revision } });
  return { refused, problem, retried };
}

function isForgotten({ key }: RefusedRevision, networkId: number, retriedSeq: number): boolean {
  return key === null ? retriedSeq > 0 : wasRetried(key, networkId, retriedSeq);
}
