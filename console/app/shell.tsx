import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { sessionGate } from '../api/session-gate';
import { lazyPart } from '../components/lazy-part';
import { Header } from './header';
import { Navigation } from './navigation';
import { useKeys } from './keys';
import { useMe } from './me';

const KeysDialog = lazyPart(async () => (await import('./keys-dialog')).KeysDialog);
const SearchDialog = lazyPart(async () => (await import('./search-dialog')).SearchDialog);
const loadSessionDialog = async () => (await import('./session-dialog')).SessionDialog;
const SessionDialog = lazyPart(loadSessionDialog);

/** The frame of every screen: header, navigation, and the dialogs that any screen can open. */
export function Shell() {
  const [isNavigationOpen, setIsNavigationOpen] = useState(false);
  const [dialog, setDialog] = useState<'keys' | 'search' | null>(null);
  const ended = useSyncExternalStore(sessionGate.subscribe, sessionGate.current);
  const main = useMainFocus();
  useKeys(setDialog);
  useOneUser();
  useEffect(() => {
    sessionGate.arm();
    // While its file exists: when the session ends, the service may have been updated.
    void loadSessionDialog().catch(() => undefined);
  }, []);
  const close = (): void => {
    setDialog(null);
  };
  return (
    <>
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          // Without an entry in the history, so that Back leaves the screen.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <Header
        isNavigationOpen={isNavigationOpen}
        onToggleNavigation={() => {
          setIsNavigationOpen(!isNavigationOpen);
        }}
        onSearch={() => {
          setDialog('search');
        }}
      />
      {dialog === 'keys' && <KeysDialog onClose={close} />}
      {dialog === 'search' && <SearchDialog onClose={close} />}
      {ended && <SessionDialog ended={ended} />}
      <div className="below-top">
        <div className={isNavigationOpen ? 'side open' : 'side'}>
          <Navigation
            onFollow={() => {
              setIsNavigationOpen(false);
            }}
          />
        </div>
        <main id="main" ref={main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </>
  );
}

/** Loads the page anew when another tab has signed in another user, whose data it would mix with those of the first. */
function useOneUser(): void {
  const { user } = useMe();
  const [first] = useState(user.id);
  useEffect(() => {
    if (user.id !== first) location.reload();
  }, [user.id, first]);
}

/** Moves the focus to the content when another screen is shown, so that a screen reader starts there. */
function useMainFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus();
  }, [pathname]);
  return main;
}
