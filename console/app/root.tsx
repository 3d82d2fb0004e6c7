import I18nProvider from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en-GB';
import Box from '@cloudscape-design/components/box';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../api/client';
import { ErrorBar } from '../components/error-bar';
import { lazyPart } from '../components/lazy-part';
import { showTimesFor } from '../components/time-zone';
import { isSignedOut, useMeQuery } from './me';
import { Shell } from './shell';

const FactorSetUpPage = lazyPart(async () => (await import('../account/factor-set-up-page')).FactorSetUpPage);
const SignInPage = lazyPart(async () => (await import('./sign-in-page')).SignInPage);

/** The console: the sign-in page for a browser without a session, otherwise the shell. */
export function Root() {
  return (
    <I18nProvider locale="en-GB" messages={[messages]}>
      <QueryClientProvider client={queryClient}>
        <Signed />
      </QueryClientProvider>
    </I18nProvider>
  );
}

function Signed() {
  const { data, error, refetch } = useMeQuery();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (data) {
    const { organisation, second_factor: factor, locale, time_zone: timeZone } = data.data.me;
    showTimesFor(locale, timeZone);
    if (codes || (factor.is_required && !factor.is_set_up))
      return (
        <FactorSetUpPage
          codes={codes}
          onCodes={setCodes}
          onDone={() => {
            setCodes(null);
          }}
        />
      );
    return organisation ? <Shell key={`${locale} ${timeZone}`} /> : <OperatorNotice />;
  }
  if (isSignedOut(error))
    return (
      <SignInPage
        onSignedIn={async () => {
          await refetch();
        }}
      />
    );
  return (
    <main>
      {error ? <ErrorBar error={error} retry={() => void refetch()} /> : <Box>Loading the console</Box>}
    </main>
  );
}

/** Operators of the installation see no organisation. */
function OperatorNotice() {
  return (
    <main>
      <Box variant="h1">This account has no organisation</Box>
      <Box>
        The console shows the fleet of an organisation. Operators of the installation use{' '}
        <a href="/admin">their own page</a>.
      </Box>
    </main>
  );
}
