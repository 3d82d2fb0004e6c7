/** The parameters of a generated fleet. The same plan always generates the same fleet. */
export interface FleetPlan {
  readonly seed: number;
  /** All generated times are before this one. */
  readonly now: Date;
  readonly organisations: readonly OrganisationPlan[];
  /** Whether the fleet includes its master inventory, with a key for every device. */
  readonly deviceKeys: boolean;
}

export interface OrganisationPlan {
  readonly devices: number;
  readonly networks: number;
  readonly tags: number;
  /** The number of devices in the first network; the other networks share the rest. */
  readonly firstNetwork: number;
}

/** The ids of an organisation's records. Each organisation's ids follow those of the previous one. */
export interface OrganisationLayout extends OrganisationPlan {
  readonly id: number;
  readonly firstDeviceId: number;
  readonly firstNetworkId: number;
  readonly firstTagId: number;
  /** The access token of an administrator, and of an operator with access to three networks. */
  readonly adminToken: string;
  readonly operatorToken: string;
}

export function layoutOf({ organisations }: FleetPlan): OrganisationLayout[] {
  let [device, network, tag] = [1, 1, 1];
  return organisations.map((plan, index) => {
    const id = index + 1;
    const layout = {
      ...plan,
      id,
      firstDeviceId: device,
      firstNetworkId: network,
      firstTagId: tag,
      adminToken: `bench-administrator-${id}`,
      operatorToken: `bench-operator-${id}`,
    };
    device += plan.devices;
    network += plan.networks;
    tag += plan.tags;
    return layout;
  });
}

/** The device key of a generated device. */
export function benchDeviceKey(id: number): string {
  return `bench-key-${id}`;
}
