/**
 * A dialog is not closed while what it sends is under way: it would be done all the same, after somebody has pressed
 * "Cancel", and a secret that is shown once would be shown to nobody.
 */
export const unlessUnderWay = (pending: boolean, onClose: () => void) => () => {
  if (!pending) onClose();
};
