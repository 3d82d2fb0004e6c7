import Button from '@cloudscape-design/components/button';
import { AlertBell } from '../alerts/alert-bell';
import { RouteLink } from '../components/route-link';
import { useMe } from './me';

interface HeaderProps {
  readonly isNavigationOpen: boolean;
  readonly onToggleNavigation: () => void;
  readonly onSearch: () => void;
}

/** The bar above every screen. */
export function Header({ isNavigationOpen, onToggleNavigation, onSearch }: HeaderProps) {
  const { user, organisation } = useMe();
  return (
    <header className="top">
      <span className="menu-button">
        <Button
          iconName="menu"
          variant="icon"
          ariaLabel="Menu"
          ariaExpanded={isNavigationOpen}
          onClick={onToggleNavigation}
        />
      </span>
      <RouteLink to="/" fontSize="heading-m">
        airfleet
      </RouteLink>
      <span className="organisation">{organisation?.name}</span>
      <span className="search-button">
        <Button iconName="search" onClick={onSearch} ariaLabel="Search (Ctrl K)">
          <span className="wide-only">Search</span>
        </Button>
      </span>
      <AlertBell />
      <RouteLink to="/settings" ariaLabel={`Settings of ${user.email}`}>
        {user.email}
      </RouteLink>
    </header>
  );
}
