import type { ClientSession } from 'mongoose';
import { signInRulesOf, type SignInRules } from '../domain/sign-in-rules.js';
import type { AccessModels } from '../models/models.js';
import type { OrganisationRecord } from '../models/organisation.js';

/** What callers see and change of their organisation. */
export type OrganisationSettings = Pick<
  OrganisationRecord,
  '_id' | 'name' | 'noOfAps' | 'signIn' | 'settingsRevision'
>;

const FIELDS = { name: 1, noOfAps: 1, signIn: 1, settingsRevision: 1 } as const;

/** How the users of an organisation sign in; the standard for operators of the installation and unknown organisations. */
export async function findSignInRules(
  { organisations }: AccessModels,
  organisationId: number | null,
): Promise<SignInRules> {
  if (organisationId === null) return signInRulesOf(null);
  return signInRulesOf(await organisations.findOne({ _id: organisationId }, { signIn: 1 }).lean());
}

export function createOrganisationRulesStore(models: AccessModels) {
  const { organisations } = models;
  return {
    signInRules: (organisationId: number | null): Promise<SignInRules> =>
      findSignInRules(models, organisationId),
    /** Null for an organisation that was deleted. */
    async find(organisationId: number): Promise<OrganisationSettings | null> {
      return organisations.findOne({ _id: organisationId }, FIELDS).lean();
    },
    /** Says whether users sign in by the identity provider alone, and who does not. */
    async requireSso(
      organisationId: number,
      { requiresSso, breakGlassId }: Pick<SignInRules, 'requiresSso' | 'breakGlassId'>,
      session: ClientSession,
    ): Promise<void> {
      await organisations.updateOne(
        { _id: organisationId },
        {
          $set: { 'signIn.requiresSso': requiresSso, 'signIn.breakGlassId': breakGlassId },
          $inc: { settingsRevision: 1 },
        },
        { session },
      );
    },
    /** Changes rules that no caller has changed since they were read; null when one has. */
    async change(
      { _id, settingsRevision }: OrganisationSettings,
      signIn: SignInRules,
      session: ClientSession,
    ): Promise<OrganisationSettings | null> {
      return organisations
        .findOneAndUpdate(
          { _id, settingsRevision: settingsRevision ?? null },
          { $set: { signIn }, $inc: { settingsRevision: 1 } },
          { returnDocument: 'after', session, projection: FIELDS },
        )
        .lean();
    },
  };
}
