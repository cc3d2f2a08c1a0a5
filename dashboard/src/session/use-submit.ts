import { type FormEvent, useState } from 'react';

/** Runs the request of a form. Its error is shown until the next attempt. */
export function useSubmit(act: () => Promise<void>) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(null);
    try {
      await act();
    } catch (caught) {
      setError(caught);
    } finally {
      setPending(false);
    }
  };
  return { submit, pending, error };
}
