// This file is at /docs, below the service's own path.
const accept = new URL('../api/v1/auth/developer/accept', document.currentScript.src);
const form = document.getElementById('invitation');
const outcome = document.getElementById('outcome');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { name, password } = Object.fromEntries(new FormData(form));
  const token = location.hash.slice(1);
  if (token === '') {
    outcome.textContent = 'The link is incomplete. Open it again from the e-mail.';
    return;
  }
  try {
    const answer = await fetch(accept, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password, ...(name ? { name } : {}) }),
    });
    const body = await answer.json();
    outcome.textContent = answer.ok
      ? 'Accepted. Log in with POST /api/v1/auth/developer/login.'
      : `${body.error.message} (${body.error.code})`;
    form.hidden = answer.ok;
  } catch {
    outcome.textContent = 'The service could not be reached. Try again.';
  }
});
