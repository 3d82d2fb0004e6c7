import { expect } from 'chai';
import { judgeReport } from '../../../shared/configuration/domain/judge-report.js';
import {
  dueArchive,
  NEW_TRACK,
  nextEdition,
  reportOfTrack,
  withApplied,
  withDownload,
  withOffer,
  withReissued,
  withoutOffer,
  withRolledBack,
  type AgentTrack,
} from '../../../shared/openwisp/domain/agent-track.js';

const at = new Date('2026-06-15T12:00:00Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
const archive = (name: string) => ({ revision: `revision ${name}`, checksum: `sum of ${name}`, leftOut: [] });

const offered = (track: AgentTrack, name: string): AgentTrack => withOffer(track, archive(name), 0, at);
const downloaded = (track: AgentTrack): AgentTrack => withDownload(track, dueArchive(track) ?? 'running');
const runs = (name: string): AgentTrack => withApplied(downloaded(offered(NEW_TRACK, name)));

// docs/openwisp.md#how-it-works
describe('what is known of a device with openwisp-config', () => {
  it('is that it runs what it has downloaded and applied', () => {
    expect(reportOfTrack(offered(NEW_TRACK, 'a'))).to.include({ revision: null, state: null, attempt: null });
    expect(reportOfTrack(runs('a'))).to.include({ revision: 'revision a', state: 'applied', attempt: 1 });
    const next = withApplied(downloaded(offered(runs('a'), 'b')));
    expect(reportOfTrack(next)).to.include({ revision: 'revision b', attempt: 2 });
    expect([dueArchive(next), next.offered]).to.deep.equal(['running', null]);
  });

  it('is that it runs what it ran after an error, which is never offered again', () => {
    const failed = withRolledBack(downloaded(offered(runs('a'), 'b')));
    const report = reportOfTrack(failed);
    expect(report).to.deep.include({ revision: 'revision a', state: 'rolled_back', attempted: 'revision b' });
    expect(report.error?.code).to.equal('lost_service');
    // A retry offers the same files, which the agent would not download under the same checksum.
    expect(nextEdition(failed, at)).to.equal(1);
    const before = { report: reportOfTrack(runs('a')) };
    expect(judgeReport(before, report, at)?.refused).to.include({
      revision: 'revision b',
      state: 'rolled_back',
    });
    // It applies what it ran once more, under another checksum.
    const reissued = withReissued(failed, 'sum of a, edition 1');
    expect(reissued.running).to.include({ revision: 'revision a', checksum: 'sum of a, edition 1' });
    const again = withApplied(downloaded(reissued));
    expect(reportOfTrack(again)).to.deep.equal(report);
  });

  it('does not change by an outcome of what it has not downloaded', () => {
    const track = offered(runs('a'), 'b');
    expect(withApplied(track).running).to.equal(track.running);
    expect(withRolledBack(track).outcome).to.equal(track.outcome);
    // An edit has replaced what it is about to apply.
    const replaced = offered(downloaded(track), 'c');
    expect(reportOfTrack(withApplied(replaced))).to.include({ revision: 'revision a' });
    expect(dueArchive(withApplied(replaced))).to.equal('offered');
  });

  it('is what it has applied, even when that was withdrawn meanwhile', () => {
    const withdrawn = withoutOffer(downloaded(offered(runs('a'), 'b')));
    expect(dueArchive(withdrawn)).to.equal('running');
    expect(reportOfTrack(withApplied(withdrawn))).to.include({ revision: 'revision b' });
    const kept = withoutOffer(NEW_TRACK);
    expect(dueArchive(kept)).to.equal(null);
  });

  it('takes another revision of what it runs as applied', () => {
    const same = withOffer(runs('a'), { ...archive('a'), revision: 'revision z' }, 0, at);
    expect(reportOfTrack(same)).to.include({ revision: 'revision z', state: 'applied', attempt: 2 });
    expect(same.offered).to.equal(null);
  });

  it('gets another checksum after three polls without a download', () => {
    const track = offered(runs('a'), 'b');
    expect(nextEdition(track, later(389))).to.equal(0);
    expect(nextEdition(track, later(390))).to.equal(1);
    expect(nextEdition(downloaded(track), later(390))).to.equal(0);
    expect(nextEdition(withoutOffer(track), later(390))).to.equal(0);
    const again = withOffer(track, archive('b, edition 1'), 1, later(390));
    expect(nextEdition(again, later(400))).to.equal(1);
    expect(nextEdition(again, later(780))).to.equal(2);
  });
});
