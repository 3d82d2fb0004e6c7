import { api } from '../api/client';
import { deviceCount } from '../components/device-count';
import { useNetwork } from '../networks/network';
import type { Ssid } from './ssid';
import type { SsidValues } from './ssid-values';

interface ChangePreviewProps {
  readonly ssid: Ssid;
  /** The values that would be stored. */
  readonly values: SsidValues;
}

/** Which devices a change of an SSID reaches, and which of them first; shown before it is saved. */
export function ChangePreview({ ssid, values }: ChangePreviewProps) {
  const { network_id: id, is_enabled: isEnabled } = ssid;
  const request = { params: { path: { id } } };
  const { data } = api.useQuery('get', '/v1/networks/{id}/configuration', request);
  const { data: network } = useNetwork(id);
  const parts = data?.data.configuration.access_points ?? null;
  const text = () => {
    if (!isEnabled && !values.is_enabled) return 'The SSID is disabled, so no device changes.';
    if (parts === null || network === undefined) return '';
    const isForSome = values.associated_aps_and_tags !== '';
    return reachOf(parts, isForSome, network.data.network.configuration.canary);
  };
  return <div role="status">{text()}</div>;
}

type Parts = readonly { readonly count: number }[];

function reachOf(parts: Parts, isForSome: boolean, isTested: boolean): string {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  if (count === 0) return 'No device of the network takes its configuration from the service.';
  const kinds = parts.length === 1 ? '1 hardware part' : `${parts.length} hardware parts`;
  const reach = `Saving changes ${isForSome ? 'at most ' : ''}${deviceCount(count)} of ${kinds}`;
  return isTested ? `${reach}; first one of each part, then the others.` : `${reach}, all at once.`;
}
