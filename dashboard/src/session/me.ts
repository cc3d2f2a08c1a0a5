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
      // The first time, and after another has signed in here.
      if (!client.getQueryData(queryKey)) showPerson(null);
      const me = await request('GET', '/me', { signal });
      showPerson(me.id);
      return me;
    },
  });
