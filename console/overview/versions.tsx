import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { wholePercent } from '../components/percent';
import { RouteLink } from '../components/route-link';
import { listPath, type Overview } from './overview';

type Version = Overview['versions'][number];

const FIRST_PARTS = 10;

/** How many devices of each part run each version. */
export function Versions({ versions }: { readonly versions: readonly Version[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const parts = byPart(versions);
  if (parts.length === 0) return 'No device has been counted yet.';
  return (
    <>
      <ul className="plain-list">
        {(isWhole ? parts : parts.slice(0, FIRST_PARTS)).map(([part, ofPart]) => (
          <li key={part}>
            <RouteLink to={listPath('/devices', { part_number: part })}>{part}</RouteLink>
            <ul>
              {ofPart.map((each) => (
                <li key={each.version}>
                  <VersionShare version={each} total={sumOf(ofPart)} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {parts.length > FIRST_PARTS && !isWhole && (
        <Button
          onClick={() => {
            setIsWhole(true);
          }}
        >
          Show all {parts.length.toLocaleString()} parts
        </Button>
      )}
    </>
  );
}

/** The versions of each part, in the given order. */
function byPart(versions: readonly Version[]): [part: string, versions: Version[]][] {
  const parts = new Map<string, Version[]>();
  for (const each of versions) {
    const ofPart = parts.get(each.part_number);
    if (ofPart) ofPart.push(each);
    else parts.set(each.part_number, [each]);
  }
  return [...parts];
}

function sumOf(versions: readonly Version[]): number {
  return versions.reduce((sum, { count }) => sum + count, 0);
}

/** A version with the share of its part's devices; devices that have not said their version have no filter. */
function VersionShare({ version: each, total }: { version: Version; total: number }) {
  const { part_number: part, version, count } = each;
  const text = `${count.toLocaleString()} (${wholePercent(count, total)} %)`;
  return (
    <span className="version-share">
      <span>{version || 'Unknown version'}</span>
      <span className="share-bar" aria-hidden="true">
        <span style={{ width: `${(100 * count) / total}%` }} />
      </span>
      {version === '' ? (
        text
      ) : (
        <RouteLink to={listPath('/devices', { part_number: part, version })}>{text}</RouteLink>
      )}
    </span>
  );
}
