import { AppError } from '../../../shared/platform/errors/app-error.js';
import { domainText } from '../../../shared/sso/domain/domains.js';
import { proveDomain } from '../../../shared/sso/operations/configuration/prove-domain.js';
import { fitting, id, text, UsageError, type CliCommand } from '../command.js';

export const ssoProveDomain: CliCommand = {
  name: 'sso prove-domain',
  summary: 'Prove a domain that an organisation lists for single sign-on, without a TXT record',
  usage: '--organisation ID --domain DOMAIN',
  options: { organisation: { type: 'string' }, domain: { type: 'string' } },
  async run({ stores, now, print }, options) {
    const organisationId = id(options, 'organisation');
    const domain = fitting('domain', domainText, text(options, 'domain'));
    const isProven = await proveDomain({ stores, now }, organisationId, domain).catch((error: unknown) => {
      throw error instanceof AppError ? new UsageError(error.message) : error;
    });
    if (!isProven) throw new UsageError(`Organisation ${organisationId} does not list ${domain}`);
    print(`${domain} is proven for organisation ${organisationId}`);
    return 0;
  },
};
