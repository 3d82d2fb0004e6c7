import Alert from '@cloudscape-design/components/alert';
import type { ReactNode } from 'react';
import { useRights, type Rights } from '../app/me';

/** What a role allows. */
export type Right = keyof Rights;

interface AllowedProps {
  readonly right: Right;
  readonly children: ReactNode;
}

/** A screen for users with a right; others, who only get here by its URL, read why they do not see it. */
export function Allowed({ right, children }: AllowedProps) {
  const rights = useRights();
  return rights[right] ? children : <NotAllowed />;
}

function NotAllowed() {
  return (
    <>
      <h1>Not for your role</h1>
      <Alert type="info">
        Your role can see this organisation, but cannot do this. An administrator can change your role.
      </Alert>
    </>
  );
}
