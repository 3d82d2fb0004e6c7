import type { paths } from '../api/schema';
import { api } from '../api/client';
import { useGoTo } from '../components/route-link';
import type { BulkAction } from './bulk-action';
import type { DeviceSelection } from './selection';

type BulkBody = NonNullable<
  paths['/v1/bulk_operations']['post']['requestBody']
>['content']['application/json'];
export type BulkParams = NonNullable<BulkBody['params']>;

/** Starts a change of the selected devices, and opens its progress. */
export function useBulkChange(action: BulkAction, { devices, stored }: DeviceSelection) {
  const goTo = useGoTo();
  const { mutate, isPending, error } = api.useMutation('post', '/v1/bulk_operations', {
    onSuccess: ({ data }) => {
      if ('bulk_operation' in data) goTo(`/bulk/${data.bulk_operation.id}`);
    },
  });
  const start = (params: BulkParams): void => {
    const target = stored ? { selection: stored.id } : { ids: devices.map(({ id }) => id) };
    mutate({ body: { ...target, action, params } });
  };
  return { start, isPending, error };
}
