import type { DeviceSpec } from './device-spec.js';
import type { DeviceState } from './device-state.js';
import type { ConfigurationReport } from './heartbeat.js';

const AGENT = 'simulator';
/** What a simulated device reads of its document. */
export interface FetchedDocument {
  readonly revision: string;
  readonly wireless: readonly { readonly id: number; readonly portal: object | null }[];
}

/**
 * The device's state after it has fetched a document: it applies the document at once, without SSIDs that need a portal, or
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
  switch (configuration) {
    case 'fails': {
      const error = { code: 'invalid', message: 'hostapd refuses channel in radio0.conf' } as const;
      return report({ revision: runs, state: 'failed', attempted: revision, error });
    }
    case 'rollsBack': {
      const error = {
        code: 'lost_service',
        message: 'no confirmation while the document was on trial',
      } as const;
      return report({ revision: runs, state: 'rolled_back', attempted: revision, error });
    }
    case 'drifts':
      return report({ revision, state: 'applied', drifted: true });
    case 'applies': {
      const unable = wireless.filter(({ portal }) => portal !== null);
      const leftOut = unable.map(({ id: ssid_id }) => ({ ssid_id, feature: 'portal' }));
      return report({ revision, state: 'applied', ...(leftOut.length > 0 ? { left_out: leftOut } : {}) });
    }
  }
}
