// The tab in which a session has ended waits for this.
new BroadcastChannel('airfleet-single-sign-on').postMessage('signed in');
// Browsers close only tabs that a script has opened; the page says what to do with others.
window.close();
