import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { UrlTabs } from '../components/url-tabs';
import { EnrolmentTokens } from './enrolment-tokens';
import { WaitingDevices } from './waiting-devices';

const TABS = [
  { id: 'waiting', label: 'Waiting devices', content: <WaitingDevices /> },
  { id: 'tokens', label: 'Tokens', content: <EnrolmentTokens /> },
];

/** Devices that enrol themselves: those that wait for a person, and the tokens that they have. */
export function EnrolmentPage() {
  return (
    <SpaceBetween size="m">
      <Header variant="h1">Enrolment</Header>
      <UrlTabs tabs={TABS} label="Parts of the enrolment" />
    </SpaceBetween>
  );
}
