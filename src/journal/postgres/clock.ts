/** PostgreSQL's clock, epoch ms: nodes decide caps, valve and 48 h ids by it, since their own may differ. */
export const PRESENT_MS = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
