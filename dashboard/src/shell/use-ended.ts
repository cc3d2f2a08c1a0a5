import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { onSomebodyElse } from '../api/person.ts';
import { onSignedOut } from '../api/request.ts';
import { onLeft } from '../session/leave.ts';
import type { Me } from '../session/me.ts';
import { signInAddress } from '../session/sign-in-address.ts';
import { keyOf } from '../world/read.ts';

/**
 * Leads a visitor without a session to sign-in. After a session ended, its owner returns to the page with the typed
 * text.
 */
export function useEnded() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const href = useRouterState({ select: ({ location }) => location.href });
  const [ended, setEnded] = useState<{ whose: Me; focus: Element | null } | null>(null);
  useEffect(() => {
    const leave = (search: object) => {
      client.clear();
      // Ignores the blocker: it would ask about unsaved lines that can no longer be sent.
      navigate({ to: signInAddress(), search: search as never, replace: true, ignoreBlocker: true });
    };
    const hide = () => {
      const whose = client.getQueryData<Me>(keyOf(null, '/me'));
      if (whose) setEnded((before) => before ?? { whose, focus: document.activeElement });
      else leave({ next: href });
    };
    const stopHiding = onSignedOut(hide);
    const stopComparing = onSomebodyElse(hide);
    const stopLeaving = onLeft(() => leave({}));
    return () => {
      stopHiding();
      stopComparing();
      stopLeaving();
    };
  }, [href, navigate, client]);
  // Gives the focus back once the page is visible again.
  const [focus, setFocus] = useState<Element | null>(null);
  useEffect(() => {
    if (focus instanceof HTMLElement) focus.focus();
  }, [focus]);
  const goOn = () => {
    setFocus(ended?.focus ?? null);
    setEnded(null);
  };
  return { whose: ended?.whose ?? null, goOn };
}
