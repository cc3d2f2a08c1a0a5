// The payer's page works without this script. It adds the outcome without a reload, the countdown, and a guard against
// sending a form twice. It uses only ES2015, so that phones of 2016 run it.
const POLL_MS = 5000;
// A proxy may hold a stream back without closing it.
const BACKSTOP_MS = 20000;
const LONGEST_MS = 15000;
const said = document.createElement('p');
said.setAttribute('role', 'status');
let stream = null;
let timer = null;
let failures = 0;
let loading = false;
// The page of a form that is being sent is about to be replaced by the answer.
let sentAt = -Infinity;
// Somebody else began to pay while this payer had the form.
let wasFirst = true;

const live = () => document.getElementById('live');
const eventsOf = (page) => page.getAttribute('data-events');
const stateOf = (page) => page.getAttribute('data-state');

// Screen readers say it. It is shown only if the page itself does not say the same.
function say(text, shown) {
  said.className = shown ? 'note said' : 'unseen';
  if (said.textContent !== text) said.textContent = text;
}

function mark(form, sent) {
  for (const button of form.getElementsByTagName('button')) button.disabled = sent;
  if (sent) form.setAttribute('data-sent', '1');
  else form.removeAttribute('data-sent');
}

function guard(event) {
  const form = event.target;
  if (form.getAttribute('data-sent')) {
    event.preventDefault();
    return;
  }
  form.setAttribute('data-sent', '1');
  sentAt = performance.now();
  // A disabled button sends no value, so the buttons wait until the form was read.
  setTimeout(() => mark(form, true), 0);
}

// The payer may also have stopped it, so it ends by itself.
const isSending = () => performance.now() - sentAt < BACKSTOP_MS;

function countDown() {
  for (const clock of document.querySelectorAll('[data-left]')) {
    const begun = Number(clock.getAttribute('data-begun')) || Date.now();
    clock.setAttribute('data-begun', begun);
    const passed = Math.floor((Date.now() - begun) / 1000);
    const left = Math.max(0, Number(clock.getAttribute('data-left')) - passed);
    clock.textContent = `${Math.floor(left / 60)}:${`0${left % 60}`.slice(-2)}`;
    if (left > 0) continue;
    clock.removeAttribute('data-left');
    load();
  }
}

function showLocalTimes() {
  for (const time of document.getElementsByTagName('time'))
    time.textContent = new Date(time.getAttribute('datetime')).toLocaleString(document.documentElement.lang);
}

function ask(address, heard) {
  const request = new XMLHttpRequest();
  request.open('GET', address);
  request.timeout = LONGEST_MS;
  request.onload = () => {
    failures = 0;
    heard(request.status === 200 ? request.responseText : null);
  };
  request.onerror = () => {
    lost();
    heard(null);
  };
  request.ontimeout = request.onerror;
  request.send();
}

function lost() {
  failures += 1;
  const box = document.querySelector('[data-offline]');
  if (failures > 1 && box) say(box.getAttribute('data-offline'), true);
}

// Loads the page again and shows its main part in place of the old one.
function load() {
  if (loading || isSending()) return;
  loading = true;
  if (document.getElementById('phone')) wasFirst = false;
  const [address] = location.href.split('#');
  const query = wasFirst || address.includes('seen=') ? '' : `${address.includes('?') ? '&' : '?'}seen=other`;
  ask(address + query, (text) => {
    loading = false;
    if (text !== null && !isSending()) show(text);
  });
}

function show(text) {
  const next = new DOMParser().parseFromString(text, 'text/html');
  const main = next.querySelector('main');
  const before = document.querySelector('main');
  if (!main || !before) return;
  document.title = next.title;
  before.parentNode.replaceChild(document.importNode(main, true), before);
  const heading = document.querySelector('#now .state, #now h2') || document.querySelector('main h1');
  say(heading.textContent, false);
  begin();
}

function hear(state) {
  const page = live();
  if (!page || state === null) return;
  if (state !== stateOf(page)) load();
  else if (said.textContent === page.getAttribute('data-offline')) say('', false);
}

// Asks for the state alone, which is some bytes.
function poll() {
  const page = live();
  if (page) ask(eventsOf(page).replace('/events', '/state'), hear);
}

function pollEvery(ms) {
  clearInterval(timer);
  timer = setInterval(poll, ms);
}

function listen() {
  const page = live();
  if (stream) stream.close();
  stream = null;
  clearInterval(timer);
  if (!page) return;
  pollEvery(window.EventSource ? BACKSTOP_MS : POLL_MS);
  if (!window.EventSource) return;
  const opened = new EventSource(eventsOf(page));
  stream = opened;
  opened.onmessage = (event) => {
    failures = 0;
    hear(event.data);
  };
  opened.onerror = () => {
    lost();
    // The browser does not connect again by itself.
    if (opened.readyState === EventSource.CLOSED) pollEvery(POLL_MS);
  };
}

// The button names the total of the chosen method.
function nameTotal() {
  const button = document.querySelector('[data-total]');
  const choice = document.querySelector('[data-pay]:checked');
  if (button && choice) button.textContent = choice.getAttribute('data-pay');
}

function begin() {
  nameTotal();
  showLocalTimes();
  countDown();
  listen();
}

document.addEventListener('submit', guard, true);
document.addEventListener('change', nameTotal);
window.addEventListener('online', poll);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) poll();
});
// A page that the browser kept may be old.
window.addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  for (const form of document.forms) mark(form, false);
  if (live()) location.reload();
});
window.addEventListener('pagehide', () => {
  if (stream) stream.close();
  stream = null;
});
document.body.appendChild(said);
setInterval(countDown, 1000);
begin();
