import type { Caller } from '../../../access/domain/access.js';
import { judgeRights, type KnownNetworks } from '../../../access/operations/users/judge-rights.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Fault } from '../../../platform/errors/faults.js';
import type { SsoRights, SsoSettings } from '../../domain/sso-settings.js';

/**
 * Judges the rights that a configuration gives, which are none that the caller does not have.
 * @returns the ids of their networks
 * @throws AppError forbidden, settingsInvalid
 */
export async function judgeMapping(
  caller: Caller,
  { roles, standard }: Pick<SsoSettings, 'roles' | 'standard'>,
  knownNetworks: KnownNetworks,
): Promise<number[]> {
  const given: (readonly [path: string, rights: SsoRights])[] = [
    ...roles.map((role, index) => [`roles[${index}]`, role] as const),
    ...(standard === null ? [] : [['default', standard] as const]),
  ];
  const ids = given.flatMap(([, { networks }]) => (networks ?? []).map(({ id }) => id));
  const granted = [...new Set(ids)];
  const names = await knownNetworks.namesOf(granted);
  // Read once for all of the rights.
  const known = { ...knownNetworks, namesOf: () => Promise.resolve(names) };
  const faults: Fault[] = [];
  for (const [path, rights] of given) {
    try {
      await judgeRights(caller, rights, known);
    } catch (error) {
      faults.push(...faultsUnder(path, error));
    }
  }
  if (faults.length > 0) throw new AppError('settingsInvalid', { details: { errors: faults } });
  return granted;
}

/** The faults of rights under their path. @throws anything else */
function faultsUnder(path: string, error: unknown): Fault[] {
  if (!(error instanceof AppError) || error.refusal !== 'settingsInvalid') throw error;
  const { errors = [] } = error.details as { errors?: readonly Fault[] };
  return errors.map((fault) => ({ ...fault, path: `${path}.${fault.path}` }));
}
