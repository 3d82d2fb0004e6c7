import Alert from '@cloudscape-design/components/alert';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { Ago, Time } from '../components/time';
import type { DeviceDetail } from './device';
import { FailureReason, useLastUpgrade } from './last-upgrade';

/** Among so many of the newest events, the one of the failure is looked for. */
const PER_PAGE = 50;

type DownDevice = Pick<DeviceDetail, 'id' | 'mac_id' | 'state' | 'last_heard_at'>;

/** Why a device is down: since when, whether firmware was being installed then, and how that upgrade ended. */
export function DownAlert({ device }: { readonly device: DownDevice }) {
  return device.state === 'down' ? <WhyDown device={device} /> : null;
}

function WhyDown({ device: { id, mac_id: mac, last_heard_at: heardAt } }: { readonly device: DownDevice }) {
  const request = { params: { path: { id }, query: { per_page: PER_PAGE } } };
  const { data } = api.useQuery('get', '/v1/devices/{id}/events', request, poll);
  const change = data?.data.events.find(({ kind }) => kind === 'went_down' || kind === 'came_up');
  const event = change?.kind === 'went_down' ? change : undefined;
  const upgrade = useLastUpgrade({ id, mac_id: mac });
  return (
    <Alert
      type="error"
      header={
        <>
          Down since <Time at={event?.at ?? heardAt} />
          {event?.planned === true && ', while firmware was being installed'}
        </>
      }
    >
      Last heard <Ago at={heardAt} />. What is shown below is what it reported then.
      {upgrade?.status === 'Failed' && (
        <div>
          Its last upgrade, to {upgrade.version}, failed: <FailureReason id={upgrade.id} />
        </div>
      )}
    </Alert>
  );
}
