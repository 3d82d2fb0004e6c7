import { RouteLink } from '../components/route-link';

/** The configuration of a device whose id alone is known. */
export function DeviceLink({ id }: { readonly id: number | null }) {
  if (id === null) return <>–</>;
  return <RouteLink to={`/devices/${id}?tab=configuration`}>Device {id}</RouteLink>;
}
