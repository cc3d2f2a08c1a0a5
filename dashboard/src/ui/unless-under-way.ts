/**
 * Keeps a dialog open while its request is in flight. The change would still be made after "Cancel", and a secret that
 * is shown once would be lost.
 */
export const unlessUnderWay = (pending: boolean, onClose: () => void) => () => {
  if (!pending) onClose();
};
