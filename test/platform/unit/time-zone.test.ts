import { expect } from 'chai';
import { ianaZone } from '../../../shared/platform/values/time-zone.js';

describe('ianaZone', () => {
  for (const name of [
    'UTC',
    'GMT',
    'Europe/Berlin',
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Europe/Kyiv',
    'Australia/Lord_Howe',
    'Antarctica/DumontDUrville',
    'Etc/GMT+3',
    'US/Eastern',
    'EST5EDT',
    'NZ-CHAT',
  ]) {
    it(`accepts ${name}`, () => {
      expect(ianaZone(name)?.name).to.equal(name);
    });
  }

  it('accepts every zone that the runtime lists', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) expect(ianaZone(name)?.name).to.equal(name);
  });

  for (const name of [
    '',
    'UTC+3',
    'GMT+3',
    '+03:00',
    'Z',
    'utc',
    'local',
    'system',
    'PST',
    'IST',
    'CEST',
    'europe/berlin',
    'Europe/berlin',
    'EUROPE/BERLIN',
    'asia/kolkata',
    'Europe/Atlantis',
    'Mars/Olympus',
    'Europe/',
    'Europe',
    ' Europe/Berlin',
    'Europe/Berlin\n',
    'Eastern Time (US & Canada)',
    'Factory',
    'SystemV/EST5',
  ]) {
    it(`refuses ${JSON.stringify(name)}`, () => {
      expect(ianaZone(name)).to.equal(null);
    });
  }
});
