import Box from '@cloudscape-design/components/box';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { client } from '../api/client';
import { sessionGate, type EndedSession } from '../api/session-gate';
import { useMe } from './me';
import { SignInForm } from './sign-in-form';

/** Signs in again over the page, which keeps its forms; the requests that were refused are then sent again. */
export function SessionDialog({ ended }: { readonly ended: EndedSession }) {
  // The query of the user is read again after the sign-in, so it does not say whose page this is.
  const [{ user }] = useState(useMe());

  const resume = async (): Promise<void> => {
    const { data } = await client.GET('/v1/me', {});
    // The page and its waiting requests belong to the first user. For another user, the page is loaded anew.
    if (data?.data.me.user.id === user.id) sessionGate.settle('renewed');
    else location.reload();
  };
  return (
    <Modal
      visible
      header="Your session has ended"
      onDismiss={() => {
        sessionGate.settle('given up');
      }}
    >
      <SpaceBetween size="m">
        <Box>
          {ended.hasChange
            ? 'What you entered is still there. After you sign in, your change is sent again.'
            : 'Sign in to continue where you were.'}
        </Box>
        <SignInForm
          email={user.email}
          keepsPage
          action={ended.hasChange ? 'Sign in and send again' : 'Sign in'}
          onSignedIn={resume}
        />
      </SpaceBetween>
    </Modal>
  );
}
