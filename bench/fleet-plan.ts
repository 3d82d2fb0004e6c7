/** What a fleet is to be like. Two fleets of the same plan are the same to the byte. */
export interface FleetPlan {
  readonly seed: number;
  /** What its times are before. */
  readonly now: Date;
  readonly organisations: readonly OrganisationPlan[];
  /** Whether its master inventory is in the file, with a key for every device. */
  readonly deviceKeys: boolean;
}

export interface OrganisationPlan {
  readonly devices: number;
  readonly networks: number;
  readonly tags: number;
  /** How many devices its first network has; the others share the rest. */
  readonly firstNetwork: number;
}

/** The ids that a plan gives: everything is numbered on, organisation after organisation. */
export interface OrganisationLayout extends OrganisationPlan {
  readonly id: number;
  readonly firstDeviceId: number;
  readonly firstNetworkId: number;
  readonly firstTagId: number;
  /** Access tokens of its administrator, and of an operator who has three of its networks. */
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

/** The key of a device of a generated fleet, by its id. */
export function benchDeviceKey(id: number): string {
  return `bench-key-${id}`;
}
