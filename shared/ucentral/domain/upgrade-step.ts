import type { UpgradeReport } from '../../upgrades/domain/device-beat.js';

/** How far the command of an upgrade is. `reported` is a failure that the service knows of. */
export type UpgradePhase = 'downloading' | 'installing' | 'failed' | 'reported';

/** The command of an upgrade, which is saved before it is sent and never sent again. Times are milliseconds of the epoch. */
export interface UpgradeStep {
  /** The id of the upgrade. */
  readonly id: number;
  readonly rpcId: number;
  readonly phase: UpgradePhase;
  readonly sentAt: number;
  /** Per cent of the download; null for devices that do not say. */
  readonly progress: number | null;
  readonly message: string | null;
}

/** A device answers after the download, which it ends by itself after ten minutes. */
const ANSWER_MS = 660_000;

export function sentStep(id: number, rpcId: number, sentAt: number): UpgradeStep {
  return { id, rpcId, phase: 'downloading', sentAt, progress: null, message: null };
}

/** A command that is not sent. */
export function refusedStep(step: UpgradeStep): UpgradeStep {
  return failed(step, 'The file is not at an https URL');
}

/** The answer to the command. A later success counts although an error came before: the device writes its flash. */
export function afterResult(
  step: UpgradeStep,
  result: { readonly id: number; readonly error: number },
  answersFirst: boolean,
): UpgradeStep {
  if (result.id !== step.rpcId || step.phase === 'installing') return step;
  if (result.error !== 0) return failed(step, 'The device did not take the file');
  // A switch answers before it downloads, and says by events how it goes.
  return answersFirst ? step : { ...step, phase: 'installing', message: null };
}

/** A step that a switch announces. */
export function afterEvent(
  step: UpgradeStep,
  event: { readonly operation: string; readonly percentage: number | null },
  now: number,
): UpgradeStep {
  switch (event.operation) {
    case 'download':
      return step.phase === 'downloading'
        ? { ...step, progress: event.percentage ?? step.progress, sentAt: now }
        : step;
    case 'install':
    case 'success':
      return { ...step, phase: 'installing', message: null };
    case 'fail':
      return failed(step, 'The device could not install the file');
    default:
      return step;
  }
}

/** A command without an answer has failed. */
export function afterSilence(step: UpgradeStep, now: number): UpgradeStep {
  const isLate = step.phase === 'downloading' && now - step.sentAt >= ANSWER_MS;
  return isLate ? failed(step, 'The device did not answer for eleven minutes') : step;
}

/** When the step fails without an answer; null when it does not. */
export function answerDueAt({ phase, sentAt }: UpgradeStep): number | null {
  return phase === 'downloading' ? sentAt + ANSWER_MS : null;
}

/**
 * The step when the device connects again; null when the version that runs decides. With `socket` the device has only lost
 * its connection, and may still download or write.
 */
export function afterReconnect(step: UpgradeStep | null, reason: string): UpgradeStep | null {
  if (!step || reason === 'socket') return step;
  if (reason === 'upgradefailed') return failed(step, 'The device could not start the version');
  if (step.phase === 'downloading') return failed(step, 'The device restarted before it answered');
  return step.phase === 'failed' ? step : null;
}

/** The failure is stored. The step stays, because a late success supersedes it. */
export function afterReport(step: UpgradeStep): UpgradeStep {
  return step.phase === 'failed' ? { ...step, phase: 'reported' } : step;
}

/** What a heartbeat says; null for nothing. */
export function reportOf(step: UpgradeStep | null): UpgradeReport | null {
  if (!step) return null;
  const { id } = step;
  switch (step.phase) {
    case 'downloading':
      return { id, state: 'downloading', progress: step.progress ?? undefined };
    case 'installing':
      return { id, state: 'installing' };
    case 'failed':
      return { id, state: 'failure', message: step.message ?? undefined };
    case 'reported':
      return null;
  }
}

function failed(step: UpgradeStep, message: string): UpgradeStep {
  return { ...step, phase: 'failed', message };
}
