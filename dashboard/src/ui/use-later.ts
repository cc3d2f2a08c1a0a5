import { type ComponentType, useEffect, useState } from 'react';

/** A part of a page that is loaded once, after something more urgent. */
export type LaterPart<Props> = {
  readonly load: () => Promise<ComponentType<Props>>;
  loaded?: ComponentType<Props>;
};

export const laterPart = <Props>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> => ({ load });

/** If the file does not load, the part stays away, and a band says why (`useDialog`). */
export function useLater<Props>(part: LaterPart<Props> | undefined, when: boolean): ComponentType<Props> | undefined {
  const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => part?.loaded);
  useEffect(() => {
    if (!part || !when || Part) return;
    part.load().then(
      (loaded) => {
        part.loaded = loaded;
        setPart(() => loaded);
      },
      () => undefined,
    );
  }, [part, when, Part]);
  return Part;
}
