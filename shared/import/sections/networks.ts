import Joi from 'joi';
import { toEntry, toStored } from '../domain/entry.js';
import { id, text } from '../domain/fields.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import { upsertRenaming } from './write-context.js';

export interface NetworkEntry {
  id: number;
  organisation_id: number;
  network_name: string;
}

export const networks: FleetSection<NetworkEntry> = {
  schema: Joi.object({ id: id.required(), organisation_id: id.required(), network_name: text.required() }),
  sequence: 'networks',

  async check(context, located) {
    await context.ownership('networks', 'networks', located);
    for (const { entry } of located) {
      const { id: networkId, organisation_id: organisationId, network_name: networkName = '' } = entry;
      if (networkId === undefined || organisationId === undefined) continue;
      context.known.networks.set(networkId, { organisationId, networkName });
    }
  },

  write: upsertRenaming(
    'networks',
    (entry) => entry.id,
    (entry, existing) => ({ ...toStored(entry), deviceCount: existing?.deviceCount ?? 0 }),
    (renames, before, { organisationId, _id, networkName }) =>
      before.networkName === networkName ? undefined : renames.network(organisationId, _id, networkName),
  ),

  export: each('networks', (record) => toEntry(['id', 'organisation_id', 'network_name'], record)),
};
