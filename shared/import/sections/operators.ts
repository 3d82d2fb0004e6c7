import Joi from 'joi';
import { emailText } from '../../platform/values/email.js';
import { valuesOf } from './check-context.js';
import {
  checkTokens,
  credentialEntry,
  credentialFields,
  upsertHolders,
  type CredentialEntry,
} from './credentials.js';
import { pages } from './export-context.js';
import type { FleetSection } from './section.js';
import { countsOf } from './write-context.js';

/** An operator of the installation, identified by the address. */
export interface OperatorEntry extends CredentialEntry {
  email: string;
}

export const operators: FleetSection<OperatorEntry> = {
  schema: Joi.object({ email: emailText.required(), ...credentialFields }),

  async check(context, located) {
    const { fleetLookup } = context.deps.stores;
    const emails = valuesOf(located, (entry) => entry.email);
    const users = await fleetLookup.idsByEmail('users', emails);
    for (const { path, entry } of located) {
      if (entry.email === undefined) continue;
      if (!context.addKey('email', entry.email) || users.has(entry.email)) {
        context.faults.add(`${path}.email`, 'is the address of another user');
      }
    }
    const ids = await fleetLookup.idsByEmail('operators', emails);
    await checkTokens(context, located, (entry) => ({
      userId: entry.email === undefined ? undefined : ids.get(entry.email),
      isOperator: true,
    }));
  },

  async write(context, entries) {
    const { fleetLookup, ids } = context.deps.stores;
    const emails = entries.map((entry) => entry.email);
    const idOf = await fleetLookup.idsByEmail('operators', emails);
    const added = entries.filter((entry) => !idOf.has(entry.email));
    const first = added.length === 0 ? 0 : await ids.reserve('operators', added.length);
    added.forEach((entry, index) => idOf.set(entry.email, first + index));
    const holderOf = (entry: OperatorEntry) => ({ userId: idOf.get(entry.email) ?? 0, organisationId: null });
    const written = await upsertHolders(context, 'operators', entries, holderOf, (entry) => ({
      _id: holderOf(entry).userId,
      email: entry.email,
    }));
    return countsOf(written);
  },

  async *export(context) {
    // They belong to the installation, not to an organisation.
    if (context.organisationId !== null) return;
    for await (const records of pages(context, 'operators')) {
      const holders = records.map(({ _id }) => ({ _id, organisationId: null }));
      const tokens = await context.deps.stores.fleetExport.tokens(holders, context.at);
      yield records.map((operator) => ({
        email: operator.email,
        ...credentialEntry(context, operator, tokens),
      }));
    }
  },
};
