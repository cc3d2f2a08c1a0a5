// The same stories for every reader.
process.env.READERS = 'all';
await import('./first-minutes-story.ts');
