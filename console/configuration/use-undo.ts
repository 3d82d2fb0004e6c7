import { useMutation } from '@tanstack/react-query';
import { client } from '../api/client';
import { useNetworkConfiguration, type Undo } from './configuration';

const UNDONE = 'The change is undone.';
const OTHERWISE = 'The network has been changed meanwhile, and nothing is undone.';

/** Whether updates of SSIDs undo the whole change. */
export function canUndo({ ssids, by_hand: byHand }: Undo): boolean {
  return ssids.length > 0 && byHand.length === 0;
}

/** Undoes the change that is held, if it is still the one that the user sees: sets back the fields of its SSIDs. */
export function useUndo(networkId: number, seq: number) {
  const { refetch } = useNetworkConfiguration(networkId);
  return useMutation({
    mutationFn: async (): Promise<string> => {
      const { data } = await refetch({ throwOnError: true });
      const now = data?.data.configuration;
      if (now?.seq !== seq || !now.undo || !canUndo(now.undo)) return OTHERWISE;
      for (const { ssid_id: id, network_ssid } of now.undo.ssids)
        await client.PATCH('/v1/network_ssids/{id}', { params: { path: { id } }, body: { network_ssid } });
      return UNDONE;
    },
  });
}
