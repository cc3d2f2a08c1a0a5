import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isReachable } from './api/reachable.ts';
import { App } from './app.tsx';
import { startTexts } from './texts/texts.ts';

// Not awaited at the top: a catalogue is a chunk that may import this one, and would wait for it for ever.
startTexts().then(
  () =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  // There are no words to say it in: the page is loaded anew as soon as there is a service.
  () => setInterval(async () => (await isReachable()) && location.reload(), 5_000),
);
