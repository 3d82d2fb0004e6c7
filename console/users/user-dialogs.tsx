import { useState } from 'react';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useGoTo } from '../components/route-link';
import type { User } from './user';

interface DialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Ends all browser sessions of the user after a confirmation. */
export function SessionsDialog({ user: { id, email }, onClose }: DialogProps) {
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/users/{id}/sessions', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`End the sessions of ${email}`}
      action="End sessions"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id } } });
      }}
      onClose={onClose}
    >
      The user has to sign in again in every browser. Access tokens of the user stay valid.
    </ConfirmDialog>
  );
}

/** Revokes all access tokens of the user, and ends the sessions, after a confirmation. */
export function TokensDialog({ user: { id, email }, onClose }: DialogProps) {
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/users/{id}/access_tokens', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Revoke the access tokens of ${email}`}
      action="Revoke tokens"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id } } });
      }}
      onClose={onClose}
    >
      All access tokens of the user are revoked, and all sessions end: programs need new tokens, and the user
      has to sign in again in every browser.
    </ConfirmDialog>
  );
}

/** Removes the second factors of the user after a confirmation. */
export function ResetFactorsDialog({ user: { id, email }, onClose }: DialogProps) {
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/users/{id}/second_factors', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Reset the second factor of ${email}`}
      action="Reset second factor"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id } } });
      }}
      onClose={onClose}
    >
      Do this only when you are sure who asks for it. All authenticator apps and recovery codes of the user
      are removed, and its sessions end: until the user sets up another app, the password alone signs in.
    </ConfirmDialog>
  );
}

/** Disables or enables the account after a confirmation. */
export function DisableDialog({ user: latest, onClose }: DialogProps) {
  // What the user has confirmed, also when another administrator changes the account meanwhile.
  const [user] = useState(latest);
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/users/{id}', { onSuccess: onClose });
  const action = user.is_disabled ? 'Enable' : 'Disable';
  return (
    <ConfirmDialog
      title={`${action} ${user.email}`}
      action={action}
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ ...onlyThis(user), body: { is_disabled: !user.is_disabled } });
      }}
      onClose={onClose}
    >
      {user.is_disabled
        ? 'The user can sign in again with the same password.'
        : 'The user can no longer sign in. All sessions of the user end, and all access tokens are revoked.'}
    </ConfirmDialog>
  );
}

/** Deletes the account after a confirmation. */
export function DeleteDialog({ user: latest, onClose }: DialogProps) {
  const [user] = useState(latest);
  const goTo = useGoTo();
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/users/{id}', {
    onSuccess: () => {
      goTo('/users');
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${user.email}`}
      action="Delete"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate(onlyThis(user));
      }}
      onClose={onClose}
    >
      The account is deleted with its sessions and access tokens. What the user did stays in the audit log.
    </ConfirmDialog>
  );
}
