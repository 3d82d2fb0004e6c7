import { useMutation, useMutationState } from '@tanstack/react-query';
import { sendUndo, type UndoResult } from './send-undo';

/**
 * Undoes the changes since the base, if they are still those that the user sees at a sequence. The steps of an undo that
 * broke off are kept until another has ended, so that the user can look at an SSID and come back.
 */
export function useUndo(networkId: number, seq: number) {
  const mutationKey = ['undo', networkId];
  const { mutate, reset, data, error } = useMutation({
    mutationKey,
    gcTime: Infinity,
    mutationFn: () => sendUndo(networkId, seq),
  });
  const undos = useMutationState({
    filters: { mutationKey, exact: true },
    select: ({ state }) => ({
      isPending: state.status === 'pending',
      result: state.data as UndoResult | undefined,
    }),
  });
  const result = undos.findLast((undo) => undo.result)?.result;
  return {
    run: () => {
      mutate();
    },
    reset,
    error,
    text: data?.text ?? null,
    isPending: undos.at(-1)?.isPending ?? false,
    brokenOff: result?.brokenOff ?? [],
  };
}
