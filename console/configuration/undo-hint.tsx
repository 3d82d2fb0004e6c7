import { RouteLink } from '../components/route-link';
import { SSID_FIELDS } from '../ssids/ssid-groups';
import type { ChangeByHand, Undo } from './configuration';
import { canUndo } from './send-undo';

interface UndoHintProps {
  readonly undo: Undo;
  readonly networkId: number;
}

/** What an undo sets back, or what the user has to set back where it cannot. */
export function UndoHint({ undo, networkId }: UndoHintProps) {
  const { ssids, radio, by_hand: byHand } = undo;
  const changed = ssids.map(({ ssid_id: id, network_ssid: former }) => (
    <li key={id}>
      <SsidLink id={id} networkId={networkId} />: {labelsOf(former)}
    </li>
  ));
  if (radio)
    changed.push(
      <li key="radio">
        the <RadiosLink networkId={networkId} />
      </li>,
    );
  if (canUndo(undo))
    return (
      <div>
        An undo sets back what has changed since the last configuration that passed: <ul>{changed}</ul>
      </div>
    );
  if (changed.length + byHand.length === 0) return null;
  return (
    <div>
      The change cannot be undone by one click. To undo it, set back:
      <ul>
        {changed}
        {byHand.map((change) => (
          <li key={`${change.ssid_id ?? ''} ${change.change}`}>
            <ByHand change={change} networkId={networkId} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ByHand({ change, networkId }: { readonly change: ChangeByHand; readonly networkId: number }) {
  const { ssid_id: id, change: what } = change;
  const ssid = <SsidLink id={id ?? 0} networkId={networkId} />;
  switch (what) {
    case 'wpa_key':
      return <>the key of {ssid}: the service does not show the former one</>;
    case 'created':
      return <>{ssid}, which is new: disable or delete it</>;
    case 'deleted':
      return <>SSID {id}, which was deleted: create it again</>;
    case 'radius_servers':
      return <>the RADIUS servers that the SSIDs name</>;
    case 'time_zone':
      return <>the time zone of {<SettingsLink networkId={networkId} />}</>;
    case 'confirm_within_s':
      return <>the time to confirm a change in {<SettingsLink networkId={networkId} />}</>;
  }
}

export function SsidLink({ id, networkId }: { readonly id: number; readonly networkId: number }) {
  return <RouteLink to={`/networks/${networkId}/ssids/${id}`}>SSID {id}</RouteLink>;
}

function SettingsLink({ networkId }: { readonly networkId: number }) {
  return <RouteLink to={`/networks/${networkId}?tab=settings`}>the settings of the network</RouteLink>;
}

export function RadiosLink({ networkId }: { readonly networkId: number }) {
  return <RouteLink to={`/networks/${networkId}?tab=radios`}>radio settings of the network</RouteLink>;
}

/** The fields as the form of an SSID names them. */
function labelsOf(former: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(former);
  return names.map((name) => SSID_FIELDS.find((field) => field.name === name)?.label ?? name).join(', ');
}
