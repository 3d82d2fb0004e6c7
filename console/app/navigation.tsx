import { useLocation } from '@tanstack/react-router';
import { RouteLink } from '../components/route-link';
import { useRights } from './me';
import { SCREENS } from './screens';

/** Links to the screens that the user's role can use. */
export function Navigation({ onFollow }: { readonly onFollow: () => void }) {
  const rights = useRights();
  const { pathname } = useLocation();
  return (
    <nav aria-label="Screens">
      <ul>
        {SCREENS.filter(({ right }) => right === undefined || rights[right]).map(({ path, title }) => {
          const isCurrent = path === '/' ? pathname === '/' : pathname.startsWith(path);
          return (
            <li
              key={path}
              className={isCurrent ? 'current' : undefined}
              aria-current={isCurrent ? 'page' : undefined}
            >
              <RouteLink to={path} variant="secondary" onClick={onFollow}>
                {title}
              </RouteLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
