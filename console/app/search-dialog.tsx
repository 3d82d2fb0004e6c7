import Autosuggest, { type AutosuggestProps } from '@cloudscape-design/components/autosuggest';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { deviceCount } from '../components/device-count';
import { ErrorBar } from '../components/error-bar';
import { useFirstFocus } from '../components/first-focus';
import { useGoTo } from '../components/route-link';
import { ROLES } from '../users/user';

const KINDS = 'devices, networks, SSIDs, rollouts and users';
const TOO_SHORT = 'Type at least two characters';

interface SearchDialogProps {
  readonly onClose: () => void;
}

/** Finds records of every kind by their names and opens the chosen one (Ctrl K). */
export function SearchDialog({ onClose }: SearchDialogProps) {
  return (
    <Modal visible header="Search" onDismiss={onClose}>
      <SearchField onClose={onClose} />
    </Modal>
  );
}

function SearchField({ onClose }: SearchDialogProps) {
  const field = useFirstFocus<AutosuggestProps.Ref>();
  const [text, setText] = useState('');
  const [term, setTerm] = useState('');
  const goTo = useGoTo();
  const isLongEnough = /\S\S/.test(term);
  const { data, error, isFetching, refetch } = api.useQuery(
    'get',
    '/v1/search',
    { params: { query: { q: term } } },
    { enabled: isLongEnough, placeholderData: keepPreviousData },
  );
  const groups = isLongEnough && data ? groupsOf(data.data) : [];
  return (
    <SpaceBetween size="m">
      <Autosuggest
        ref={field}
        expandToViewport
        ariaLabel={`Names of ${KINDS}`}
        placeholder={`Find ${KINDS}`}
        value={text}
        options={groups}
        filteringType="manual"
        hideEnteredTextOption
        statusType={isFetching ? 'loading' : 'finished'}
        loadingText="Searching"
        empty={TOO_SHORT}
        finishedText={
          isLongEnough ? (groups.length === 0 ? 'No record has this name' : undefined) : TOO_SHORT
        }
        onChange={({ detail }) => {
          setText(detail.value);
        }}
        onLoadItems={({ detail }) => {
          setTerm(detail.filteringText);
        }}
        onSelect={({ detail }) => {
          goTo(detail.value);
          onClose();
        }}
      />
      <ErrorBar error={error} retry={() => void refetch()} />
    </SpaceBetween>
  );
}

/** The hits of each kind, with the paths of their screens as values. */
function groupsOf({ devices, networks, ssids, rollouts, users }: Schema<'QuickHits'>) {
  const groups: AutosuggestProps.OptionGroup[] = [
    {
      label: 'Devices',
      options: devices.map(({ id, name, mac_id: mac, network_name: network }) => ({
        value: `/devices/${id}`,
        label: name || mac,
        description: [mac, network].filter(Boolean).join(' · '),
      })),
    },
    {
      label: 'Networks',
      options: networks.map(({ id, network_name: label, device_count: count }) => ({
        value: `/networks/${id}`,
        label,
        description: deviceCount(count),
      })),
    },
    {
      label: 'SSIDs',
      options: ssids.map(({ id, ssid_name: label, network_id: network, network_name: description }) => ({
        value: `/networks/${network}/ssids/${id}`,
        label,
        description,
      })),
    },
    {
      label: 'Rollouts',
      options: rollouts.map(({ id, name: label, state: description }) => ({
        value: `/rollouts/${id}`,
        label,
        description,
      })),
    },
    {
      label: 'Users',
      options: users.map(({ id, email: label, role }) => ({
        value: `/users/${id}`,
        label,
        description: ROLES[role].label,
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}
