import type { DeviceSpec } from './device-spec.js';
import type { DeviceState } from './device-state.js';
import type { ConfigurationReport } from './heartbeat.js';

const AGENT = 'simulator';
/** The most that hostapd accepts as max_num_sta. */
const MAX_CLIENTS = 2007;

/** What a simulated device reads of its document. */
export interface FetchedDocument {
  readonly revision: string;
  readonly wireless: readonly { readonly max_clients: number | null }[];
}

/**
 * The device's state after it has fetched a document: it applies the document at once, unless hostapd would refuse it, or
 * fails as its spec says.
 */
export function applyDocument(
  { configuration }: DeviceSpec,
  state: DeviceState,
  { revision, wireless }: FetchedDocument,
): DeviceState {
  if (configuration === undefined) return state;
  const runs = state.configuration?.revision ?? null;
  const attempt = (state.configuration?.attempt ?? 0) + 1;
  const report = (more: Omit<ConfigurationReport, 'attempt' | 'agent'>): DeviceState => ({
    ...state,
    configuration: { ...more, attempt, agent: AGENT },
  });
  const refuse = (item: string): DeviceState => {
    const error = { code: 'invalid', message: `hostapd refuses ${item} of radio0.conf` } as const;
    return report({ revision: runs, state: 'failed', attempted: revision, error });
  };
  switch (configuration) {
    case 'fails':
      return refuse('channel in line 4');
    case 'rollsBack': {
      const error = {
        code: 'lost_service',
        message: 'no confirmation while the document was on trial',
      } as const;
      return report({ revision: runs, state: 'rolled_back', attempted: revision, error });
    }
    case 'drifts':
      return report({ revision, state: 'applied', drifted: true });
    case 'applies':
      if (wireless.some(({ max_clients: most }) => (most ?? 0) > MAX_CLIENTS)) return refuse('max_num_sta');
      return report({ revision, state: 'applied' });
  }
}
