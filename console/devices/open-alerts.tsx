import Alert from '@cloudscape-design/components/alert';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { Ago } from '../components/time';
import type { DeviceDetail } from './device';

/** The newest alerts of a network in which those of a device are looked for. */
const PER_PAGE = 200;

type Device = Pick<DeviceDetail, 'id' | 'network_id'>;

/** The open alerts of a device and of its network: why the device is down, or not well. */
export function OpenAlerts({ device }: { readonly device: Device }) {
  const query = { network_id: device.network_id ?? 0, per_page: PER_PAGE };
  const enabled = device.network_id !== null;
  const { data } = api.useQuery('get', '/v1/alerts', { params: { query } }, { ...poll, enabled });
  const alerts = data?.data.alerts.filter((alert) => concerns(alert, device)) ?? [];
  if (alerts.length === 0) return null;
  return (
    <Alert type="warning" header={alerts.length === 1 ? 'Open alert' : 'Open alerts'}>
      <ul className="plain-list">
        {alerts.map(({ id, text, opened_at: openedAt }) => (
          <li key={id}>
            {text}, <Ago at={openedAt} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function concerns({ subject, folded }: Schema<'Alert'>, { id, network_id: networkId }: Device): boolean {
  if (subject.type === 'device') return subject.id === id;
  return subject.type === 'network' && (subject.id === networkId || folded.includes(id));
}
