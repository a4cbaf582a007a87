/**
 * The present time by the clock of PostgreSQL, epoch ms, as SQL. What nodes decide together (caps, the valve, ids of 48
 * hours) goes by it: their own clocks may differ.
 */
export const PRESENT_MS = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
