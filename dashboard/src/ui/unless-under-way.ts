/**
 * A dialog is not closed while what it sends is under way: it would be done all the same, after somebody has pressed
 * "Cancel".
 */
export const unlessUnderWay = (pending: boolean, onClose: () => void) => () => {
  if (!pending) onClose();
};
