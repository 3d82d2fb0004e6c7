import type { Endpoint } from '../http/endpoint.js';
import { beginPasskeySessionEndpoint } from './begin-passkey-session.js';
import { closeSessionEndpoint } from './close-session.js';
import { endOtherSessionsEndpoint, endOwnSessionEndpoint, listOwnSessionsEndpoint } from './own-sessions.js';
import { completeSessionEndpoint } from './complete-session.js';
import { beginSecondFactorEndpoint } from './factors/begin-second-factor.js';
import { confirmSecondFactorEndpoint } from './factors/confirm-second-factor.js';
import { listSecondFactorsEndpoint } from './factors/list-second-factors.js';
import { removeSecondFactorEndpoint } from './factors/remove-second-factor.js';
import { updateSecondFactorEndpoint } from './factors/update-second-factor.js';
import { renewRecoveryCodesEndpoint } from './factors/renew-recovery-codes.js';
import { openSessionEndpoint } from './open-session.js';
import { showOrganisationEndpoint } from './organisation/show-organisation.js';
import { updateOrganisationEndpoint } from './organisation/update-organisation.js';
import { changeOwnEmailEndpoint } from './change-own-email.js';
import { changeOwnPasswordEndpoint } from './change-own-password.js';
import { showMeEndpoint } from './show-me.js';
import { updateMeEndpoint } from './update-me.js';
import { createAccessTokenEndpoint } from './create-access-token.js';
import { listAccessTokensEndpoint } from './list-access-tokens.js';
import { revokeAccessTokenByIdEndpoint } from './revoke-access-token-by-id.js';
import { revokeAccessTokenEndpoint } from './revoke-access-token.js';
import { revokeUserAccessTokensEndpoint } from './revoke-user-access-tokens.js';
import { createUserEndpoint } from './users/create-user.js';
import { deleteUserEndpoint } from './users/delete-user.js';
import { createPasswordLinkEndpoint } from './users/create-password-link.js';
import { endSessionsEndpoint } from './users/end-sessions.js';
import { listUsersEndpoint } from './users/list-users.js';
import { resetSecondFactorsEndpoint } from './users/reset-second-factors.js';
import { showUserEndpoint } from './users/show-user.js';
import { updateUserEndpoint } from './users/update-user.js';

/** Own accounts, tokens, sessions and users. */
export const ACCESS_ENDPOINTS: readonly Endpoint[] = [
  showMeEndpoint,
  updateMeEndpoint,
  listOwnSessionsEndpoint,
  endOtherSessionsEndpoint,
  endOwnSessionEndpoint,
  changeOwnEmailEndpoint,
  changeOwnPasswordEndpoint,
  listSecondFactorsEndpoint,
  beginSecondFactorEndpoint,
  confirmSecondFactorEndpoint,
  updateSecondFactorEndpoint,
  removeSecondFactorEndpoint,
  renewRecoveryCodesEndpoint,
  openSessionEndpoint,
  beginPasskeySessionEndpoint,
  completeSessionEndpoint,
  closeSessionEndpoint,
  createAccessTokenEndpoint,
  revokeAccessTokenEndpoint,
  listAccessTokensEndpoint,
  revokeAccessTokenByIdEndpoint,
  revokeUserAccessTokensEndpoint,
  listUsersEndpoint,
  createUserEndpoint,
  showUserEndpoint,
  updateUserEndpoint,
  deleteUserEndpoint,
  createPasswordLinkEndpoint,
  endSessionsEndpoint,
  resetSecondFactorsEndpoint,
  showOrganisationEndpoint,
  updateOrganisationEndpoint,
];
