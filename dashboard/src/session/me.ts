import { useQuery } from '@tanstack/react-query';
import type { Me } from '../../../contract/src/me.ts';
import { showPerson } from '../api/person.ts';
import { request } from '../api/request.ts';
import { keyOf } from '../world/read.ts';

export type { Me };

/** Who is signed in: the same in each integration and mode, and known to the shell before any page is there. */
export const useMe = () =>
  useQuery({
    queryKey: keyOf(null, '/me'),
    queryFn: async ({ signal, client, queryKey }) => {
      const me = await request('GET', '/me', { signal });
      const before = client.getQueryData<Me>(queryKey);
      // Somebody else's tab says so too, perhaps a moment later.
      if (before && before.id !== me.id) return before;
      showPerson(me.id);
      return me;
    },
  });
