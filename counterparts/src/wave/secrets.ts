/** Wave's prefixes with values that open nothing anywhere else. */
export const API_KEY = 'wave_sn_prod_counterpart0000000000000000';
export const SIGNING_SECRET = 'wave_sn_AKS_counterpart0000000000000000';
export const WEBHOOK_SECRET = 'wave_sn_WHS_counterpart0000000000000000';
