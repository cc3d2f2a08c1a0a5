import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** Reports at each scrape the size and the free space of these folders' file systems, with a system call for each. */
export function watchDisk(folders: Readonly<Record<string, string>>, registry: Registry): void {
  const gauge = (name: string, help: string, blocks: 'blocks' | 'bavail') =>
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const [folder, path] of Object.entries(folders)) {
          const found = await statfs(path).catch(() => null);
          if (found) this.set({ folder }, found[blocks] * found.bsize);
        }
      },
    });
  gauge('rialto_disk_size_bytes', 'The size of the file system of a folder', 'blocks');
  gauge('rialto_disk_free_bytes', 'The space that the service may still use on the file system of a folder', 'bavail');
}
