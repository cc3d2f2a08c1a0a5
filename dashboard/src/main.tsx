import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isReachable } from './api/reachable.ts';
import { App } from './app.tsx';
import { startTexts } from './texts/texts.ts';

// No top-level await: a catalogue is a chunk that may import this one, and the two would wait for each other forever.
startTexts().then(
  () =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  // Without texts no message can be shown, so the page reloads as soon as the service is reachable.
  () => setInterval(async () => (await isReachable()) && location.reload(), 5_000),
);
