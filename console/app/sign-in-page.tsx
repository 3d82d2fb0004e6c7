import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import { SignInForm } from './sign-in-form';

/** The first thing that a browser without a session shows, under every URL. */
export function SignInPage({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  return (
    <main className="sign-in">
      <Container header={<Box variant="h1">Sign in to airfleet</Box>}>
        <SignInForm action="Sign in" onSignedIn={onSignedIn} />
      </Container>
    </main>
  );
}
