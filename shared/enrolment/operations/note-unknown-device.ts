import { SYSTEM } from '../../audit/domain/audit-entry.js';
import type { EnrolmentDeps } from '../deps.js';
import { requestEntry } from '../domain/enrolment-entries.js';
import { keptUntil } from '../domain/kept-until.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import { attempt, StaleEnrolment } from './admit-device.js';

/** The most devices with a certificate that wait in an organisation. */
const MAX_UNKNOWN = 1000;
const DAY_MS = 86_400_000;

/** A device with a certificate of an organisation's authority that is in no inventory. */
export interface UnknownDevice {
  readonly organisationId: number;
  readonly macId: string;
  /** The hash of the key of the authority. */
  readonly authority: string;
  readonly publicIp: string;
}

/**
 * Lets a device wait until a person adds it to the inventory of its organisation. Of more than a thousand, one that has not
 * asked for a day makes room. One that waits, with a token too, or was refused, stays as it is.
 */
export async function noteUnknownDevice(
  deps: Pick<EnrolmentDeps, 'stores' | 'now'>,
  { authority: nonceHash, ...device }: UnknownDevice,
): Promise<void> {
  const { stores } = deps;
  const { organisationId, macId } = device;
  const at = deps.now();
  const before = await stores.enrolments.findByMac(organisationId, macId);
  if (before && (before.tokenId !== null || before.nonceHash === nonceHash)) {
    if (before.tokenId === null) await stores.enrolments.keep(before, at);
    return;
  }
  const limit = { max: MAX_UNKNOWN, since: new Date(at.getTime() - DAY_MS) };
  // Devices that find no room try again for ever: they must not write the organisation each time.
  if (!before && !(await stores.enrolments.hasRoom(organisationId, limit))) return;
  const request: EnrolmentRecord = {
    ...device,
    _id: await stores.ids.reserve('enrolments'),
    tokenId: null,
    routerSerialNumber: '',
    board: '',
    agent: '',
    nonceHash,
    state: 'waiting',
    reason: 'certificate',
    replaces: false,
    createdAt: at,
    askedAt: at,
    expiresAt: keptUntil(null, at),
  };
  await attempt(deps, organisationId, async (session) => {
    if (before) {
      // Its certificate comes from another authority than before.
      if (!(await stores.enrolments.remove(before, session))) throw new StaleEnrolment();
    } else if (!(await stores.enrolments.makeRoom(organisationId, limit, session))) return;
    await stores.enrolments.create(request, session);
    await stores.audit.write([requestEntry('requested', request, at, SYSTEM)], session);
  });
}
