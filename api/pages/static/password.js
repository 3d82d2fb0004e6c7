const code = document.getElementById('code');
const secret = location.hash.slice(1);
if (code instanceof HTMLInputElement) {
  if (secret !== '') {
    code.value = secret;
    // The link does not stay in the history of the browser.
    history.replaceState(null, '', location.pathname);
  }
  const field = document.getElementById('code-field');
  if (field !== null) field.hidden = code.value !== '';
}
