/**
 * How long a test waits for something that has to happen, ms. It costs nothing once it has happened; a busy machine needs
 * more than a quiet one.
 */
export const DEADLINE_MS = 60_000
