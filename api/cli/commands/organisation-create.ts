import { organisationFields } from '../../../shared/access/domain/organisation-fields.js';
import { fitting, id, text, type CliCommand } from '../command.js';

export const organisationCreate: CliCommand = {
  name: 'organisation create',
  summary: 'Create an organisation and print its id',
  usage: '--name NAME --no-of-aps NUMBER',
  options: { name: { type: 'string' }, 'no-of-aps': { type: 'string' } },
  async run({ stores, print }, options) {
    const noOfAps = fitting('no-of-aps', organisationFields.no_of_aps, id(options, 'no-of-aps'));
    const name = fitting('name', organisationFields.name, text(options, 'name'));
    const created = await stores.admin.createOrganisation({ name, noOfAps });
    print(`Organisation ${created} created, with room for ${noOfAps} devices`);
    return 0;
  },
};
