import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { CopyText } from '../components/copy-text';
import { Ago, Time } from '../components/time';
import type { SsoDomain } from './sso';

/** Whether the domains are proven, and the records that prove them. */
export function DomainProofs({ domains }: { readonly domains: readonly SsoDomain[] }) {
  if (domains.length === 0) return null;
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="Publish the TXT record of each domain. It is looked up within a minute after you have saved, then ever more rarely, and daily once it was seen: keep it"
        >
          Proof of the domains
        </Header>
      }
    >
      <SpaceBetween size="l">
        {domains.map((domain) => (
          <Proof key={domain.domain} domain={domain} />
        ))}
      </SpaceBetween>
    </Container>
  );
}

function Proof({ domain: read }: { readonly domain: SsoDomain }) {
  const { domain, record_name: name, record_text: text } = read;
  return (
    <KeyValuePairs
      columns={4}
      items={[
        { label: 'Domain', value: <span className="wrap-anywhere">{domain}</span> },
        { label: 'State', value: <State domain={read} /> },
        {
          label: 'Name of the TXT record',
          value: <CopyText text={name} label={`Copy the name of the record of ${domain}`} />,
        },
        {
          label: 'Text of the TXT record',
          value: <CopyText text={text} label={`Copy the text of the record of ${domain}`} />,
        },
      ]}
    />
  );
}

function State({ domain }: { readonly domain: SsoDomain }) {
  const { is_proven: isProven, proven_by: by, proven_at: since, seen_at: seen } = domain;
  if (!isProven)
    return (
      <StatusIndicator type="pending">
        Not proven
        {seen !== null && (
          <>
            ; the record was last seen <Ago at={seen} />
          </>
        )}
      </StatusIndicator>
    );
  return (
    <StatusIndicator type="success">
      Proven
      {since !== null && (
        <>
          {' '}
          since <Time at={since} />
        </>
      )}
      {by === 'command_line' ? (
        ', by the command line'
      ) : (
        <>
          ; the record was seen <Ago at={seen} />
        </>
      )}
    </StatusIndicator>
  );
}
