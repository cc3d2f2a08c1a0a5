import { useQuery } from '@tanstack/react-query';
import type { Me } from '../../../contract/src/me.ts';
import { showPerson } from '../api/person.ts';
import { request } from '../api/request.ts';
import { keyOf } from '../world/read.ts';

export type { Me };

/** The signed-in person. It is the same in every integration and mode, and the shell loads it before any page. */
export const useMe = () =>
  useQuery({
    queryKey: keyOf(null, '/me'),
    queryFn: async ({ signal, client, queryKey }) => {
      // The first load, and after someone else signed in here.
      if (!client.getQueryData(queryKey)) showPerson(null);
      const me = await request('GET', '/me', { signal });
      showPerson(me.id);
      return me;
    },
  });
