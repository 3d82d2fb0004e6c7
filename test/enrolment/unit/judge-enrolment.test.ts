import { expect } from 'chai';
import { Deafness, NEVER_DEAF } from '../../../shared/deaf-periods/domain/deafness.js';
import {
  judgeEnrolment,
  type EnrolmentFacts,
  type KnownMac,
} from '../../../shared/enrolment/domain/judge-enrolment.js';

const NOW = new Date('2026-06-15T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

const TOKEN = { id: 1, organisationId: 1, expiresAt: hoursAgo(-1), approval: false, replace: false };
const DEVICE: KnownMac = {
  organisationId: 1,
  partNumber: 'AP-9',
  enrolment: null,
  lastHeartbeatAt: hoursAgo(25),
  activatedOn: hoursAgo(100),
};

/** The verdict on a new device with the board of one part, but for these facts. */
function verdict(facts: Partial<EnrolmentFacts>) {
  return judgeEnrolment({
    nonceHash: 'own',
    token: TOKEN,
    known: null,
    request: null,
    partNumbers: ['AP-1'],
    deafness: NEVER_DEAF,
    now: NOW,
    ...facts,
  });
}

describe('judgeEnrolment', () => {
  it('enrols a new device with the part that has its board', () => {
    expect(verdict({})).to.deep.equal({ kind: 'enrol', partNumber: 'AP-1', replaces: false, isNew: true });
  });

  // docs/enrolment.md#enrol-4
  it('lets a device wait whose board no part, or more than one, has', () => {
    for (const partNumbers of [[], ['AP-1', 'AP-2']])
      expect(verdict({ partNumbers })).to.deep.equal({
        kind: 'wait',
        reason: 'board',
        replaces: false,
        isNew: true,
      });
  });

  // docs/enrolment.md#token-4
  it('lets every device of a token with approval wait', () => {
    const token = { ...TOKEN, approval: true };
    expect(verdict({ token })).to.include({ kind: 'wait', reason: 'approval' });
    const replacing = { ...token, replace: true };
    expect(verdict({ token: replacing, known: DEVICE })).to.include({ kind: 'wait', replaces: true });
  });

  // docs/enrolment.md#enrol-1
  it('gives the nonce of an enrolled device a key until the device is heard', () => {
    const enrolment = { nonceHash: 'own', at: hoursAgo(1) };
    const silent = { ...DEVICE, enrolment, lastHeartbeatAt: null };
    expect(verdict({ known: silent })).to.deep.equal({ kind: 'issueKey' });
    expect(verdict({ known: { ...silent, lastHeartbeatAt: hoursAgo(2) } })).to.include({ kind: 'issueKey' });
    expect(verdict({ known: { ...silent, lastHeartbeatAt: hoursAgo(1) } })).to.include({ kind: 'refuse' });
    const expired = { ...TOKEN, expiresAt: hoursAgo(1) };
    expect(verdict({ known: silent, token: expired })).to.include({ kind: 'issueKey' });
    expect(verdict({ known: { ...silent, organisationId: 2 } })).to.include({ kind: 'refuse' });
  });

  // docs/enrolment.md#enrol-2
  it('refuses another nonce', () => {
    const enrolment = { nonceHash: 'other', at: hoursAgo(1) };
    expect(verdict({ known: { ...DEVICE, enrolment } })).to.include({ kind: 'refuse' });
    const waiting = { tokenId: 1, nonceHash: 'other', state: 'waiting' } as const;
    expect(verdict({ request: waiting })).to.include({ kind: 'refuse' });
  });

  // docs/enrolment.md#refuse_enrolment-1
  it('refuses the nonce of a refused request, and takes another one', () => {
    const refused = { tokenId: 1, nonceHash: 'own', state: 'refused' } as const;
    expect(verdict({ request: refused })).to.include({ kind: 'refuse' });
    expect(verdict({ request: { ...refused, nonceHash: 'other' } })).to.include({
      kind: 'enrol',
      isNew: true,
    });
  });

  it('takes no place for a device that waits already, and enrols it when a part has its board by now', () => {
    const request = { tokenId: 1, nonceHash: 'own', state: 'waiting' } as const;
    expect(verdict({ request, partNumbers: [] })).to.include({ kind: 'wait', isNew: false });
    expect(verdict({ request })).to.include({ kind: 'enrol', isNew: false });
    expect(verdict({ request: { ...request, tokenId: 2 } })).to.include({ kind: 'refuse' });
  });

  // docs/enrolment.md#token-3
  it('takes no new device with an expired token, and leaves those that wait', () => {
    const token = { ...TOKEN, expiresAt: NOW };
    expect(verdict({ token })).to.include({ kind: 'refuse' });
    const request = { tokenId: 1, nonceHash: 'own', state: 'waiting' } as const;
    expect(verdict({ token, request, partNumbers: [] })).to.include({ kind: 'wait' });
  });

  // docs/enrolment.md#enrol-5
  it('refuses a MAC that is known', () => {
    for (const organisationId of [1, 2, null])
      expect(verdict({ known: { ...DEVICE, organisationId } })).to.include({ kind: 'refuse' });
    const token = { ...TOKEN, replace: true };
    for (const organisationId of [2, null])
      expect(verdict({ token, known: { ...DEVICE, organisationId } })).to.include({ kind: 'refuse' });
  });

  // docs/enrolment.md#enrol-6
  it('replaces the key of an own device that has been silent for a day', () => {
    const token = { ...TOKEN, replace: true };
    const heard = (lastHeartbeatAt: Date | null, activatedOn = hoursAgo(100)) =>
      verdict({ token, known: { ...DEVICE, lastHeartbeatAt, activatedOn } });
    expect(heard(hoursAgo(24))).to.deep.equal({
      kind: 'enrol',
      partNumber: 'AP-9',
      replaces: true,
      isNew: true,
    });
    expect(heard(hoursAgo(23.9))).to.include({ kind: 'refuse' });
    expect(heard(null, hoursAgo(23))).to.include({ kind: 'refuse' });
    expect(heard(null, hoursAgo(25))).to.include({ kind: 'enrol' });
  });

  it('does not count times in which the service heard no device', () => {
    const token = { ...TOKEN, replace: true };
    const deaf = { from: hoursAgo(10).getTime(), to: hoursAgo(5).getTime() };
    const deafness = new Deafness([deaf], null, 0);
    expect(verdict({ token, known: DEVICE, deafness })).to.include({ kind: 'refuse' });
    const long = { ...DEVICE, lastHeartbeatAt: hoursAgo(30) };
    expect(verdict({ token, known: long, deafness })).to.include({ kind: 'enrol' });
  });
});
