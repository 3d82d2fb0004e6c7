import Link from '@cloudscape-design/components/link';
import { useEffect } from 'react';

/** Where the page that ends a sign-in in another tab says so. */
const CHANNEL = 'airfleet-single-sign-on';

/** Leads to the identity provider, which leads back to this URL. */
export function SingleSignOnLink() {
  const next = `${location.pathname}${location.search}`;
  return <Link href={`/sso?${new URLSearchParams({ next }).toString()}`}>Use single sign-on</Link>;
}

interface OtherTabProps {
  /** Of the user whose session has ended. */
  readonly email: string;
  /** Called when another tab has signed in. */
  readonly onSignedIn: () => Promise<void>;
}

/** Opens the identity provider in a new tab, so that the forms of this one stay, and goes on when that tab has signed in. */
export function SingleSignOnInOtherTab({ email, onSignedIn }: OtherTabProps) {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => void onSignedIn();
    return () => {
      channel.close();
    };
  }, [onSignedIn]);
  const start = new URLSearchParams({ email, next: '/sso/done' }).toString();
  return (
    <Link external externalIconAriaLabel="Opens in a new tab" href={`/sso/start?${start}`}>
      Use single sign-on
    </Link>
  );
}
