// The payer's page works without this script. It adds the outcome without a reload, the countdown, and a guard against
// sending a form twice. Old phones run it, so it uses only ES5.
(function () {
  'use strict';
  var POLL_MS = 5000;
  // A proxy may hold a stream back without closing it.
  var BACKSTOP_MS = 20000;
  var said = document.createElement('p');
  said.setAttribute('role', 'status');
  said.className = 'note';
  var stream = null;
  var timer = null;
  var failures = 0;
  var loading = false;

  function live() {
    return document.getElementById('live');
  }

  function say(text) {
    if (said.textContent !== text) said.textContent = text;
  }

  function guard(event) {
    var form = event.target;
    if (form.getAttribute('data-sent')) return event.preventDefault();
    form.setAttribute('data-sent', '1');
    // A disabled button sends no value, so it is disabled after the form was read.
    setTimeout(function () {
      mark(form, true);
    }, 0);
  }

  function mark(form, sent) {
    var buttons = form.getElementsByTagName('button');
    for (var i = 0; i < buttons.length; i++) buttons[i].disabled = sent;
    if (sent) form.setAttribute('aria-busy', 'true');
    else {
      form.removeAttribute('aria-busy');
      form.removeAttribute('data-sent');
    }
  }

  function countDown() {
    var clocks = document.querySelectorAll('[data-left]');
    for (var i = 0; i < clocks.length; i++) {
      var begun = Number(clocks[i].getAttribute('data-begun')) || Date.now();
      clocks[i].setAttribute('data-begun', begun);
      var left = Math.max(0, Number(clocks[i].getAttribute('data-left')) - Math.floor((Date.now() - begun) / 1000));
      clocks[i].textContent = Math.floor(left / 60) + ':' + ('0' + (left % 60)).slice(-2);
      if (left === 0 && !clocks[i].getAttribute('data-ended')) {
        clocks[i].setAttribute('data-ended', '1');
        load();
      }
    }
  }

  function localTimes() {
    var times = document.getElementsByTagName('time');
    for (var i = 0; i < times.length; i++) {
      var at = new Date(times[i].getAttribute('datetime'));
      if (at.toLocaleString) times[i].textContent = at.toLocaleString(document.documentElement.lang);
    }
  }

  function isTyping() {
    var focused = document.activeElement;
    return focused && focused.tagName === 'INPUT' && focused.type !== 'radio' && focused.value !== '';
  }

  // Loads the page again and shows its main part in place of the old one.
  function load() {
    if (loading) return;
    loading = true;
    var request = new XMLHttpRequest();
    request.open('GET', location.href);
    request.timeout = 15000;
    request.onload = function () {
      loading = false;
      if (request.status !== 200) return;
      failures = 0;
      say('');
      show(request.responseText);
    };
    request.onerror = request.ontimeout = function () {
      loading = false;
      lost();
    };
    request.send();
  }

  function show(text) {
    var next = new DOMParser().parseFromString(text, 'text/html');
    var main = next.querySelector('main');
    var before = document.querySelector('main');
    if (!main || !before) return;
    var state = next.getElementById('live');
    var now = live();
    if (state && now && state.getAttribute('data-state') === now.getAttribute('data-state') && isTyping()) return;
    document.title = next.title;
    before.parentNode.replaceChild(document.importNode(main, true), before);
    var heading = document.querySelector('main h2') || document.querySelector('main h1');
    say(heading ? heading.textContent : '');
    begin();
  }

  function lost() {
    failures++;
    var box = document.querySelector('[data-offline]');
    if (failures > 1 && box) say(box.getAttribute('data-offline'));
  }

  // Asks for the state alone: some bytes.
  function poll() {
    var page = live();
    if (!page) return;
    var request = new XMLHttpRequest();
    request.open('GET', page.getAttribute('data-events').replace('/events', '/state'));
    request.timeout = 15000;
    request.onload = function () {
      failures = 0;
      if (request.status === 200) heard(request.responseText);
    };
    request.onerror = request.ontimeout = lost;
    request.send();
  }

  function heard(state) {
    var page = live();
    if (page && state !== page.getAttribute('data-state')) load();
    else if (page) say('');
  }

  function listen() {
    var page = live();
    if (stream) stream.close();
    stream = null;
    clearInterval(timer);
    if (!page) return;
    timer = setInterval(poll, window.EventSource ? BACKSTOP_MS : POLL_MS);
    if (!window.EventSource) return;
    stream = new EventSource(page.getAttribute('data-events'));
    stream.onmessage = function (event) {
      failures = 0;
      heard(event.data);
    };
    stream.onerror = function () {
      lost();
      if (stream && stream.readyState === 2) {
        stream = null;
        clearInterval(timer);
        timer = setInterval(poll, POLL_MS);
      }
    };
  }

  function begin() {
    localTimes();
    countDown();
    listen();
  }

  document.addEventListener('submit', guard, true);
  window.addEventListener('online', poll);
  document.addEventListener('visibilitychange', function () {
    if (!document.hidden) poll();
  });
  // A page that the browser kept may be old.
  window.addEventListener('pageshow', function (event) {
    if (!event.persisted) return;
    for (var i = 0; i < document.forms.length; i++) mark(document.forms[i], false);
    if (live()) load();
  });
  window.addEventListener('pagehide', function () {
    if (stream) stream.close();
    stream = null;
  });
  document.body.appendChild(said);
  setInterval(countDown, 1000);
  begin();
})();
