/** The key of localStorage for the last type of account on this device. */
export const KIND = 'rialto-kind';

/** Where a session that ended begins again. */
export const signInAddress = () => `/sign-in${localStorage.getItem(KIND) === 'operator' ? '/operator' : ''}`;
