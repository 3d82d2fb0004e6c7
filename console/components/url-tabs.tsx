import Tabs, { type TabsProps } from '@cloudscape-design/components/tabs';
import { useLocation, useNavigate } from '@tanstack/react-router';

interface UrlTabsProps {
  readonly tabs: readonly (TabsProps.Tab & { id: string })[];
  /** Names the tabs to screen readers. */
  readonly label: string;
}

/** Tabs whose choice is in the URL. Filters of a list belong to its tab, so they end with it. */
export function UrlTabs({ tabs, label }: UrlTabsProps) {
  const { tab }: { tab?: string } = useLocation().search;
  const navigate = useNavigate();
  return (
    <Tabs
      ariaLabel={label}
      tabs={tabs}
      activeTabId={tabs.find(({ id }) => id === tab)?.id ?? tabs[0]?.id ?? ''}
      onChange={({ detail }) => {
        void navigate({
          to: '.',
          search: { tab: detail.activeTabId } as never,
          replace: true,
          resetScroll: false,
        });
      }}
    />
  );
}
