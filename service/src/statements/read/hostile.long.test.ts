// The same test with more files.
process.env.HOSTILE_FILES = '1200';
await import('./hostile.test.ts');
