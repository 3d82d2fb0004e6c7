import { expect } from 'chai';
import {
  BEGUN_STATUSES,
  END_STATUSES,
  DISPATCHED_STATUSES,
  TRANSITIONS,
  UPGRADE_STATUSES,
  WRITING_STATUSES,
  isEnd,
  isDispatched,
  retryDelaySeconds,
  shownStatus,
  statusAfter,
  storedStatus,
  type UpgradeStatus,
} from '../../../shared/upgrades/domain/upgrade-status.js';
import { canTransition, sourcesOf } from '../../fixtures/transition-table.js';

const TARGETS: Record<UpgradeStatus, UpgradeStatus[]> = {
  Pending: ['Queued', 'Skipped', 'Cancelled'],
  Queued: ['Pending', 'Downloading', 'Installing', 'Verifying', 'Skipped', 'Cancelled', 'Expired'],
  Downloading: ['Pending', 'Queued', 'Installing', 'Verifying', 'Failed', 'Cancelled', 'Expired'],
  Installing: ['Verifying', 'Failed'],
  Verifying: ['Success', 'Failed'],
  Success: [],
  Failed: [],
  Skipped: [],
  Cancelled: [],
  Expired: [],
};

describe('the table of upgrade transitions', () => {
  for (const from of UPGRADE_STATUSES) {
    // docs/interface.md#statuses
    it(`leads from ${from} to ${TARGETS[from].join(', ') || 'no status'} only`, () => {
      const reached = UPGRADE_STATUSES.filter((to) => canTransition(from, to));
      expect(reached).to.have.members(TARGETS[from]);
    });
  }

  it('leads to Cancelled and Verifying from some open statuses only, and back to Pending before it is installed only', () => {
    expect(sourcesOf('Cancelled')).to.deep.equal(['Pending', 'Queued', 'Downloading']);
    expect(sourcesOf('Verifying')).to.deep.equal(['Queued', 'Downloading', 'Installing']);
    expect(sourcesOf('Pending')).to.deep.equal(['Queued', 'Downloading']);
  });

  it('has each row once', () => {
    const rows = TRANSITIONS.map((row) => `${row.from} ${row.to} ${row.event}`);
    expect(new Set(rows).size).to.equal(rows.length);
  });

  it('reaches every status from Pending', () => {
    const reached = new Set<UpgradeStatus>(['Pending']);
    for (const status of reached) TARGETS[status].forEach((to) => reached.add(to));
    expect([...reached]).to.have.members([...UPGRADE_STATUSES]);
  });

  it('divides the statuses into Pending, dispatched and final ones', () => {
    expect(['Pending', ...DISPATCHED_STATUSES, ...END_STATUSES]).to.have.members([...UPGRADE_STATUSES]);
    expect(UPGRADE_STATUSES.filter(isDispatched)).to.deep.equal([
      'Queued',
      'Downloading',
      'Installing',
      'Verifying',
    ]);
    expect(UPGRADE_STATUSES.filter(isEnd)).to.deep.equal([
      'Success',
      'Failed',
      'Skipped',
      'Cancelled',
      'Expired',
    ]);
    expect(WRITING_STATUSES).to.deep.equal(['Installing']);
    expect(BEGUN_STATUSES).to.deep.equal(['Downloading', 'Installing', 'Verifying']);
  });
});

describe('statusAfter', () => {
  it('ends every open upgrade of a device that leaves the organisation, except while firmware is being written', () => {
    const ends = [...(['Pending'] as const), ...DISPATCHED_STATUSES].map((status) => [
      status,
      statusAfter(status, 'leftOrganisation'),
    ]);
    expect(Object.fromEntries(ends)).to.deep.equal({
      Pending: 'Cancelled',
      Queued: 'Cancelled',
      Downloading: 'Cancelled',
      Installing: null,
      Verifying: 'Failed',
    });
  });
});

describe('the stored form of a status', () => {
  // docs/interface.md#upgrade-2
  it('is empty for Pending and equal to the status otherwise, in both directions', () => {
    expect(storedStatus('Pending')).to.equal('');
    for (const status of UPGRADE_STATUSES) expect(shownStatus(storedStatus(status))).to.equal(status);
  });
});

describe('retryDelaySeconds', () => {
  it('starts at 60 s and doubles, without jitter', () => {
    expect([1, 2, 3, 4].map((attempt) => retryDelaySeconds(attempt, () => 0))).to.deep.equal([
      60, 120, 240, 480,
    ]);
  });

  it('adds up to a fifth of jitter', () => {
    expect(retryDelaySeconds(1, () => 0.5)).to.be.closeTo(66, 1e-9);
    expect(retryDelaySeconds(3, () => 0.999_999)).to.be.within(287, 288);
  });

  it('never exceeds 600 s, and keeps its jitter at that limit', () => {
    for (const attempt of [5, 9, 60, 5000]) {
      expect(retryDelaySeconds(attempt, () => 0)).to.equal(500);
      expect(retryDelaySeconds(attempt, () => 0.999_999)).to.be.within(599, 600);
    }
  });
});
