import { isoSeconds } from '../../../shared/platform/values/iso-time.js';
import { id, UsageError, type CliCommand } from '../command.js';

const MAX_LISTED = 100;

export const webhooksDeliveries: CliCommand = {
  name: 'webhooks deliveries',
  summary: 'List the newest deliveries of an organisation, or of one of its webhooks; at most 100',
  usage: '--organisation ID [--webhook ID]',
  options: { organisation: { type: 'string' }, webhook: { type: 'string' } },
  async run({ stores, now, print }, options) {
    const organisationId = id(options, 'organisation');
    const webhookId = options['webhook'] === undefined ? undefined : id(options, 'webhook');
    const webhooks = await stores.webhooks.all(organisationId);
    if (webhookId !== undefined && !webhooks.some(({ _id }) => _id === webhookId))
      throw new UsageError(`The organisation has no webhook ${webhookId}`);
    const found = await stores.deliveries.newest(organisationId, webhookId, MAX_LISTED, now());
    for (const { _id, eventId, type, state, tries, lastStatus, lastError, dueAt, ...delivery } of found) {
      const answer = lastStatus ?? lastError ?? 'not tried';
      const next = dueAt === null ? '' : `, next try ${isoSeconds(dueAt)}`;
      print(
        `${_id}  webhook ${delivery.webhookId}  ${eventId}  ${type}  ${state}, ${tries} tries: ${answer}${next}`,
      );
    }
    if (found.length === 0) print('There are no deliveries');
    return 0;
  },
};
