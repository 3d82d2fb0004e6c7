/** A network that devices are configured by. */
export interface NetworkRef {
  readonly organisationId: number;
  readonly networkId: number;
}

/** The part of a query that finds the records of networks. */
export function amongNetworks(refs: readonly NetworkRef[]) {
  return {
    organisationId: { $in: [...new Set(refs.map((ref) => ref.organisationId))] },
    _id: { $in: refs.map((ref) => ref.networkId) },
  };
}
